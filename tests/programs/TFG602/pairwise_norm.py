# effect: nan
# the same with tf.norm and expand_dims
import tensorflow as tf


class Repulsion:
    def __init__(self, positions):
        self.positions = tf.Variable(positions)

    def energy(self):
        a = tf.expand_dims(self.positions, 0)
        b = tf.expand_dims(self.positions, 1)
        r = tf.norm(a - b, axis=-1)  # TFG602
        return tf.reduce_sum(tf.exp(-r))


system = Repulsion([[0.0, 0.0], [1.0, 1.0]])
with tf.GradientTape() as tape:
    e = system.energy()
print(tape.gradient(e, system.positions))
