# effect: nan
# n-body: the diagonal of the distance matrix is sqrt(0)
import tensorflow as tf


class NBody(tf.Module):
    def __init__(self, pos):
        self.pos = tf.Variable(pos)

    def distances(self):
        diff = self.pos[:, None, :] - self.pos[None, :, :]
        return tf.sqrt(tf.reduce_sum(diff**2, axis=-1))  # TFG602

    def energy(self):
        return tf.reduce_sum(self.distances())


bodies = NBody([[0.0, 0.0], [1.0, 0.0], [0.0, 2.0]])
with tf.GradientTape() as tape:
    e = bodies.energy()
print(tape.gradient(e, bodies.pos))
