# effect: none
# the outer block calls the inner one, an object of the same class, which rounds
import tensorflow as tf


class Block(tf.keras.layers.Layer):
    def __init__(self, inner=None):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)
        self.inner = inner

    def call(self, inputs):
        hidden = self.dense(inputs)
        if self.inner is not None:
            return self.inner(hidden)
        return tf.round(hidden)  # TFG301


block = Block(Block())
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(block(tf.constant([[1.0, -2.0]])))
print(tape.gradient(loss, block.trainable_variables))
