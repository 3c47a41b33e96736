# effect: ok
# beside: TFG528
# Keras hands `training` on to all layers inside, though the forward pass does not mention it
import tensorflow as tf


class Block(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.norm = tf.keras.layers.BatchNormalization()
        self.dense = tf.keras.layers.Dense(2)

    def call(self, x):
        return self.dense(self.norm(x))


block = Block()
optimizer = tf.keras.optimizers.SGD(0.1)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(block(tf.constant([[1.0, 2.0], [3.0, 5.0]]), training=True)))
gradients = tape.gradient(loss, block.trainable_variables)
optimizer.apply_gradients(zip(gradients, block.trainable_variables))
print(gradients)
