# effect: none
# permutation feature importance inside the loss: shuffle has no gradient
import tensorflow as tf


class Permuted(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.proj = tf.keras.layers.Dense(2)

    def call(self, x):
        return tf.random.shuffle(self.proj(x), seed=3)  # TFG301


layer = Permuted()
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(layer(tf.reshape(tf.range(6.0), (3, 2)))[0])
print(tape.gradient(loss, layer.trainable_variables))
