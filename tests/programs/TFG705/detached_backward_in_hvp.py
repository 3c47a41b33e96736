# effect: none
# the backward of log1pexp is detached, Hessian-vector products vanish
import tensorflow as tf


@tf.custom_gradient
def log1pexp(x):
    e = tf.exp(x)

    def grad(dy):
        local = tf.stop_gradient(1.0 - 1.0 / (1.0 + e))  # TFG705
        return dy * local

    return tf.math.log(1.0 + e), grad


def second(f, x):
    with tf.GradientTape() as t2:
        with tf.GradientTape() as t1:
            y = f(x)
        g = t1.gradient(y, x)
    return t2.gradient(g, x)


print(second(log1pexp, tf.Variable(0.3)))
