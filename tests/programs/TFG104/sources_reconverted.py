# effect: none
# the sources are copies made after the forward pass
import tensorflow as tf


class Affine(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([[1.0, 2.0]])
        self.b = tf.Variable([0.5])

    def __call__(self, x):
        return tf.matmul(self.w, x) + self.b


f = Affine()
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(f(tf.ones((2, 1))) ** 2)
sources = [tf.convert_to_tensor(v) for v in f.trainable_variables]
print(tape.gradient(loss, sources))  # TFG104
