# effect: ok
# a query in an early return and another at the end never run on the same tape
import tensorflow as tf


def newton_direction(x, use_hessian):
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            f = tf.reduce_sum(x**4)
        g = inner.gradient(f, x)
        if not use_hessian:
            return -g
    h = outer.jacobian(g, x)
    return -tf.linalg.solve(h, g[:, None])[:, 0]


print(newton_direction(tf.constant([1.0, 2.0]), False))
print(newton_direction(tf.constant([1.0, 2.0]), True))
