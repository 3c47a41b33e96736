# effect: none
# the base class makes the variable from whatever the subclass says: integers here
import tensorflow as tf


class Param:
    initial = 0.0

    def __init__(self):
        self.value = tf.Variable(self.initial)  # TFG304


class Offset(Param):
    initial = [1, 2, 3]


offset = Offset()
with tf.GradientTape() as tape:
    y = tf.reduce_sum(tf.cast(offset.value, tf.float32) ** 2)
print(tape.gradient(y, offset.value))
