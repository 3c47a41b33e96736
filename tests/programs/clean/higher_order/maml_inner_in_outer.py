# effect: ok
# MAML: the inner step is written with plain tensors inside the outer tape
import tensorflow as tf

w = tf.Variable([[0.5]])
b = tf.Variable([0.1])


def model(params, x):
    return tf.matmul(x, params[0]) + params[1]


def mse(params, x, y):
    return tf.reduce_mean(tf.square(model(params, x) - y))


def adapt(params, x, y, lr=0.1):
    with tf.GradientTape() as inner:
        inner.watch(params)
        loss = mse(params, x, y)
    grads = inner.gradient(loss, params)
    return [p - lr * g for p, g in zip(params, grads)]


tasks = [(1.0, tf.constant([[1.0], [2.0]])), (-2.0, tf.constant([[0.5], [1.5]]))]
with tf.GradientTape() as outer:
    meta_loss = 0.0
    for slope, xs in tasks:
        fast = adapt([w, b], xs, slope * xs)
        meta_loss += mse(fast, xs + 1.0, slope * (xs + 1.0))
print(outer.gradient(meta_loss, [w, b]))
