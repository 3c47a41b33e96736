# effect: none
# "fill with the learned value" by ones_like of it
import tensorflow as tf


class LearnedFill(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.value = tf.Variable(0.3)

    def call(self, x):
        fill = tf.ones_like(self.value)  # TFG301
        return tf.where(x > 0.0, x, fill)


layer = LearnedFill()
with tf.GradientTape() as tape:
    y = tf.reduce_sum(layer(tf.constant([-1.0, 2.0])))
print(tape.gradient(y, layer.value))
