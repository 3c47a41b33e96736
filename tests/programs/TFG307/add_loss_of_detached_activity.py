# effect: none
# add_loss gets a value which left by stop_gradient; train on model.losses
import tensorflow as tf


class Bottleneck(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.d = tf.keras.layers.Dense(2)

    def call(self, x):
        z = self.d(x)
        self.add_loss(tf.reduce_mean(tf.square(tf.stop_gradient(z))))  # TFG307
        return z


layer = Bottleneck()
layer.d.build((None, 3))
with tf.GradientTape() as tape:
    layer(tf.ones((2, 3)))
    penalty = tf.add_n(layer.losses)
print(tape.gradient(penalty, layer.d.trainable_variables))
