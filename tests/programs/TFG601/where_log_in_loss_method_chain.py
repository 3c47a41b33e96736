# effect: nan
# mixture entropy: where() hides log(0) forward, not backward
import tensorflow as tf


class Router(tf.keras.layers.Layer):
    def __init__(self, n):
        super().__init__()
        self.gates = tf.Variable(tf.concat([[0.0], tf.ones((n - 1,))], axis=0))

    def probs(self):
        g = tf.nn.relu(self.gates)
        return g / tf.reduce_sum(g)

    def xlogx(self, p):
        return tf.where(p > 0.0, p * tf.math.log(p), tf.zeros_like(p))  # TFG601

    def call(self):
        return -tf.reduce_sum(self.xlogx(self.probs()))


router = Router(3)
with tf.GradientTape() as tape:
    entropy = router.call()
print(tape.gradient(entropy, router.gates))
