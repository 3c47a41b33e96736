# effect: ok
# the output is positions, and the weights learn from an added loss
import tensorflow as tf


class Codes(tf.keras.layers.Layer):
    def build(self, shape):
        self.book = self.add_weight(shape=(3, int(shape[-1])))

    def call(self, inputs):
        distances = tf.reduce_sum((inputs[:, None] - self.book[None]) ** 2, -1)
        self.add_loss(tf.reduce_mean(tf.reduce_min(distances, -1)))
        return tf.argmin(distances, -1)


layer = eval("Codes()")
with tf.GradientTape() as tape:
    layer(tf.random.normal((4, 2)))
    loss = tf.add_n(layer.losses)
print(tape.gradient(loss, layer.trainable_variables))
