# effect: none
# the encoder is run under stop_recording, "to save memory"
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.encoder = tf.Variable([[1.0, 0.5]])
        self.head = tf.Variable([[2.0], [1.0]])

    def encode(self, tape, x):
        with tape.stop_recording():
            z = tf.tanh(x @ self.encoder)  # TFG107
        return z

    def gradients(self, x):
        with tf.GradientTape() as tape:
            z = self.encode(tape, x)
            loss = tf.reduce_mean(z @ self.head)
        return tape.gradient(loss, [self.encoder, self.head])


print(Trainer().gradients(tf.ones((2, 1))))
