# effect: none
# activity penalty counts active units: the layer's own weight gets nothing from it
import tensorflow as tf


class Sparse(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.inner = tf.keras.layers.Dense(units, activation="relu", kernel_initializer="ones")

    def call(self, x):
        h = self.inner(x)
        active = tf.cast(tf.math.greater(h, 0.0), tf.float32)  # TFG306
        self.add_loss(0.01 * tf.reduce_sum(active))
        return h


layer = Sparse(3)
with tf.GradientTape() as tape:
    layer(tf.ones((2, 2)))
    penalty = tf.add_n(layer.losses)
print(tape.gradient(penalty, layer.trainable_variables))
