# effect: none
# the tape is reset between the encoder and the decoder
import tensorflow as tf


class Seq2Seq:
    def __init__(self):
        self.enc = tf.Variable([1.0, 2.0])
        self.dec = tf.Variable([0.5, 0.5])

    def encode(self, x):
        return tf.tanh(self.enc * x)  # TFG107

    def decode(self, z):
        return tf.reduce_sum(self.dec * z)

    def grads(self, x):
        with tf.GradientTape() as tape:
            z = self.encode(x)
            tape.reset()
            loss = self.decode(z)
        return tape.gradient(loss, [self.enc, self.dec])


print(Seq2Seq().grads(tf.constant([0.3, 0.4])))
