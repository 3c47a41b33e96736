# effect: none
# magnitude pruning: the masked weight is assigned to a shadow before the forward pass
import tensorflow as tf


class Pruned(tf.keras.layers.Layer):
    def build(self, shape):
        self.w = self.add_weight(shape=(shape[-1], 2), name="w")
        self.sparse = self.add_weight(shape=(shape[-1], 2), trainable=False, name="s")

    def refresh(self):
        mask = tf.cast(tf.abs(self.w) > 0.1, tf.float32)
        self.sparse.assign(self.w * mask)  # TFG403

    def call(self, x):
        self.refresh()
        return x @ self.sparse


layer = Pruned()
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(layer(tf.ones((2, 3))) ** 2)
print(tape.gradient(loss, layer.trainable_weights))
