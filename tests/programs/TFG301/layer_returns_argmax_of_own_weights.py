# effect: none
# a layer with weights that returns positions in place of scores
import tensorflow as tf


class Scores(tf.keras.layers.Layer):
    def build(self, shape):
        self.kernel = self.add_weight(shape=(int(shape[-1]), 3))

    def call(self, inputs):
        scores = tf.matmul(inputs, self.kernel)
        return tf.argmax(scores, axis=-1)  # TFG301


layer = eval("Scores()")
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.cast(layer(tf.ones((2, 4))), tf.float32))
print(tape.gradient(loss, layer.trainable_variables))
