# effect: wrong
# truth: [4, 2, 2, 12]
# the gradient of a gradient vector is the sum of the Hessian's rows
import tensorflow as tf

x = tf.Variable([1.0, 2.0])


def hessian(f, x):
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = f(x)
        grad = inner.gradient(y, x)
    return outer.gradient(grad, x)  # TFG502


print(hessian(lambda v: v[0] ** 2 * v[1] + v[1] ** 3, x))
