# effect: wrong
# truth: [2.0, 2.0, 1.0, -1.0]
# gradient() adds the rows of the Jacobian together
import tensorflow as tf


def system(x):
    """Circle of radius sqrt(2) and the diagonal."""
    return tf.stack([x[0] ** 2 + x[1] ** 2 - 2.0, x[0] - x[1]])


def newton_matrix(x):
    with tf.GradientTape() as tape:
        residual = system(x)
    jacobian = tape.gradient(residual, x)  # TFG502
    return residual, jacobian


def newton(x, steps):
    for _ in range(steps):
        residual, jacobian = newton_matrix(x)
        # a diagonal solve, since the Jacobian came out as a vector
        update = tf.math.divide_no_nan(residual, jacobian)
        x.assign_sub(0.0 * update)
    return x


print(newton(tf.Variable([1.0, 1.0]), 1).numpy())
