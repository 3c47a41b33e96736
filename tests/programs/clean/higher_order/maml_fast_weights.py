# effect: ok
# inner update on functional weights inside the outer tape: second-order gradient flows
import tensorflow as tf

meta_w = tf.Variable([[0.3], [0.7]])
meta_b = tf.Variable([0.1])


def predict(weights, x):
    w, b = weights
    return x @ w + b


def mse(weights, x, y):
    return tf.reduce_mean(tf.square(predict(weights, x) - y))


def adapt(weights, x, y, lr=0.05, steps=2):
    for _ in range(steps):
        with tf.GradientTape() as inner:
            for t in weights:
                inner.watch(t)
            loss = mse(weights, x, y)
        grads = inner.gradient(loss, weights)
        weights = [w - lr * g for w, g in zip(weights, grads)]
    return weights


x = tf.constant([[1.0, 2.0], [0.0, 1.0]])
y = tf.constant([[1.0], [0.0]])
with tf.GradientTape() as outer:
    fast = adapt([tf.identity(meta_w), tf.identity(meta_b)], x, y)
    meta_loss = mse(fast, x + 0.1, y)
print(outer.gradient(meta_loss, [meta_w, meta_b]))
