# effect: error
# raises: LookupError
# log-determinant through an LU decomposition, which has no gradient
import tensorflow as tf

m = tf.Variable([[2.0, 1.0], [1.0, 3.0]])


def logdet(a):
    lu, perm = tf.linalg.lu(a)  # TFG302
    del perm
    return tf.reduce_sum(tf.math.log(tf.abs(tf.linalg.diag_part(lu))))


with tf.GradientTape() as tape:
    value = logdet(m)
tape.gradient(value, m)
