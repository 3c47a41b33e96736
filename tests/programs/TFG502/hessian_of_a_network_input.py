# effect: wrong
# truth: [4, 2, 2, -0.909297, -2, 1, 1, 0.841471]
# batch of inputs: one Hessian per example was wanted
import tensorflow as tf


def quadratic(x):
    return x[:, 0] ** 2 * x[:, 1] + tf.sin(x[:, 1])


x = tf.constant([[1.0, 2.0], [0.5, -1.0]])
with tf.GradientTape() as t2:
    t2.watch(x)
    with tf.GradientTape() as t1:
        t1.watch(x)
        y = quadratic(x)
    grad = t1.gradient(y, x)
hessians = t2.gradient(grad, x)  # TFG502
print(hessians.shape)
