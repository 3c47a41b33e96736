# effect: none
# the temperature is formatted into a string and parsed again
import tensorflow as tf


class Annealer:
    def __init__(self):
        self.t = tf.Variable(2.0)

    def describe(self):
        return tf.strings.as_string(self.t, precision=3)  # TFG301

    def value(self):
        return tf.strings.to_number(self.describe())


ann = Annealer()
with tf.GradientTape() as tape:
    y = tf.exp(-1.0 / ann.value())
print(tape.gradient(y, ann.t))
