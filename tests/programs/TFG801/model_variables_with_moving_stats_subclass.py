# effect: none
# the encoder block owns a BatchNormalization; the trainer asks for .variables of the whole
import tensorflow as tf


class Block(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.dense = tf.keras.layers.Dense(units)
        self.norm = tf.keras.layers.BatchNormalization()

    def call(self, x, training=False):
        return tf.nn.relu(self.norm(self.dense(x), training=training))


class Encoder(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.blocks = [Block(3), Block(2)]

    def call(self, x, training=False):
        for b in self.blocks:
            x = b(x, training=training)
        return x


enc = Encoder()
x = tf.constant([[1.0, 2.0], [0.5, -1.0]])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(enc(x, training=True) ** 2)
print(tape.gradient(loss, enc.variables))  # TFG801
