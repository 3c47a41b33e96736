# effect: wrong
# truth: [-5.64872, 2, 0]
# Hessian-vector product where the vector never enters the query
import tensorflow as tf

params = tf.Variable([1.0, -2.0, 0.5])
v = tf.constant([1.0, 0.0, -1.0])


def loss_fn():
    return params[0] ** 2 * params[1] + tf.exp(params[2]) * params[0]


with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        loss = loss_fn()
    grad = inner.gradient(loss, params)
hvp = outer.gradient(grad, params) * v  # TFG502
print(hvp)
