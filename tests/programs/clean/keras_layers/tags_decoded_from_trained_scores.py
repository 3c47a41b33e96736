# effect: ok
# beside: TFG810
# `call` decodes; another method computes what is trained
import tensorflow as tf


class Tagger(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(3)

    def call(self, inputs):
        return tf.argmax(self.dense(inputs), -1)

    def score(self, inputs, tags):
        scores = self.dense(inputs)
        return tf.nn.sparse_softmax_cross_entropy_with_logits(tags, scores)


layer = eval("Tagger()")
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(layer.score(tf.ones((2, 4)), tf.constant([0, 2])))
print(tape.gradient(loss, layer.trainable_variables))
