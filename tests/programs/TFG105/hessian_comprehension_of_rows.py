# effect: error
# raises: RuntimeError
# Hessian row by row, from a tape that is good for one row
import tensorflow as tf


def rosenbrock(v):
    return (1.0 - v[0]) ** 2 + 100.0 * (v[1] - v[0] ** 2) ** 2


def hessian(f, v):
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            value = f(v)
        g = inner.gradient(value, v)
        rows = tf.unstack(g)
    return tf.stack([outer.gradient(r, v) for r in rows])  # TFG105


print(hessian(rosenbrock, tf.Variable([1.0, 2.0])))
