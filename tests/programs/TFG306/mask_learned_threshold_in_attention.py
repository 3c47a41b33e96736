# effect: none
# a learned cut-off decides the mask by comparison only
import tensorflow as tf


class SparseAttention(tf.keras.layers.Layer):
    def build(self, shape):
        self.cutoff = self.add_weight(shape=(), initializer="zeros", name="cutoff")

    def call(self, scores):
        mask = self.mask(scores)
        return tf.nn.softmax(scores + (1.0 - mask) * -1e9)

    def mask(self, scores):
        return tf.cast(tf.greater_equal(scores, self.cutoff), scores.dtype)  # TFG306


layer = SparseAttention()
scores = tf.constant([[0.3, -0.2, 0.8]])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(layer(scores) * tf.constant([1.0, 2.0, 3.0]))
print(tape.gradient(loss, layer.trainable_variables))
