# effect: none
# the orthogonality penalty is computed on tf.constant(variable)
import tensorflow as tf


class Orthogonal(tf.Module):
    def __init__(self, n):
        self.w = tf.Variable(tf.eye(n) * 1.5)

    def matrix(self):
        return tf.constant(self.w, dtype=tf.float32)  # TFG411

    def penalty(self):
        w = self.matrix()
        return tf.reduce_sum(tf.square(tf.matmul(w, w, transpose_a=True) - tf.eye(2)))


m = Orthogonal(2)
with tf.GradientTape() as tape:
    loss = m.penalty()
print(tape.gradient(loss, m.w))
