# effect: error
# raises: ValueError
# PCGrad: one call for all tasks, unpacked as if one gradient per task
import tensorflow as tf


class PCGrad:
    def __init__(self, shared):
        self.shared = shared

    def project(self, losses_fn):
        with tf.GradientTape() as tape:
            losses = losses_fn(self.shared)
        g1, g2 = tape.gradient(losses, [self.shared])  # TFG504
        return tf.reduce_sum(g1 * g2)


pc = PCGrad(tf.Variable([1.0, 2.0, 3.0]))
print(pc.project(lambda s: [tf.reduce_sum(s**2), tf.reduce_sum(s)]))
