# effect: ok
# beside: TFG810
# scores are trained, positions come with them
import tensorflow as tf


class Classify(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(3)

    def call(self, inputs):
        scores = self.dense(inputs)
        return scores, tf.argmax(scores, -1)


layer = eval("Classify()")
with tf.GradientTape() as tape:
    scores, _ = layer(tf.ones((2, 4)))
    loss = tf.reduce_sum(scores)
print(tape.gradient(loss, layer.trainable_variables))
