# effect: zero
# a binarised network: sign has a zero gradient
import tensorflow as tf


class BinaryDense(tf.keras.layers.Layer):
    def __init__(self, units, activation=tf.sign):
        super().__init__()
        self.dense = tf.keras.layers.Dense(units)
        self.activation = activation

    def call(self, x):
        return self.activation(self.dense(x))  # TFG303


layer = BinaryDense(2)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(layer(tf.ones((1, 3))))
print(tape.gradient(loss, layer.trainable_variables))
