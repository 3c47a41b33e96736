# effect: none
# a layer with weights whose whole output is stopped
import tensorflow as tf


class Projection(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(3)

    def call(self, inputs):
        return tf.stop_gradient(self.dense(inputs))  # TFG307


layer = eval("Projection()")
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(layer(tf.ones((2, 4))))
print(tape.gradient(loss, layer.trainable_variables))
