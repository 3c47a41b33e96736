# effect: wrong
# truth: [2.0, 5.0]
# an amplitude of two variables, of which one is lost
import tensorflow as tf


class Oscillator(tf.Module):
    def __init__(self):
        super().__init__()
        self.real = tf.Variable(2.5)
        self.imaginary = tf.Variable(1.0)

    def intensity(self):
        amplitude = tf.complex(self.real, self.imaginary)
        return tf.cast(amplitude, tf.float32) ** 2  # TFG515


oscillator = Oscillator()
with tf.GradientTape() as tape:
    loss = oscillator.intensity()
print(tape.gradient(loss, oscillator.trainable_variables))
