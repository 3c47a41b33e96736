# effect: error
# raises: TypeError
# the encoder leaves its KL term on self during tracing; the loss reads it outside
import tensorflow as tf


class Encoder(tf.Module):
    def __init__(self):
        self.w = tf.Variable([[0.5, 0.1], [0.2, 0.3]])
        self.kl = 0.0

    @tf.function
    def encode(self, x):
        mean = x @ self.w
        self.kl = 0.5 * tf.reduce_sum(mean**2)  # TFG409
        return mean


enc = Encoder()
with tf.GradientTape() as tape:
    z = enc.encode(tf.ones((1, 2)))
    loss = tf.reduce_sum(z) + enc.kl
print(tape.gradient(loss, enc.w))
