# effect: ok
# the same through slogdet and Cholesky, which have one
import tensorflow as tf

m = tf.Variable([[2.0, 1.0], [1.0, 3.0]])


def logdet(a):
    chol = tf.linalg.cholesky(a)
    return 2.0 * tf.reduce_sum(tf.math.log(tf.linalg.diag_part(chol)))


with tf.GradientTape() as tape:
    value = logdet(m) + tf.linalg.slogdet(m)[1]
print(tape.gradient(value, m))
