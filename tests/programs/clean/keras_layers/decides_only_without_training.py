# effect: ok
# rounded where the layer is not trained
import tensorflow as tf


class Switch(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1, activation="sigmoid")

    def call(self, inputs, training=False):
        opened = self.dense(inputs)
        if training:
            return opened
        return tf.round(opened)


layer = eval("Switch()")
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(layer(tf.ones((2, 4)), training=True))
print(tape.gradient(loss, layer.trainable_variables))
