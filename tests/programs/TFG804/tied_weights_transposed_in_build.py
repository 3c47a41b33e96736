# effect: wrong
# truth: [10, 10, 4, 4, 10, 10]
# output weights tied to the embedding by a transpose made in build: half of the gradient is missing
import tensorflow as tf


class TiedDecoder(tf.keras.layers.Layer):
    def __init__(self, vocab, dim):
        super().__init__()
        self.vocab, self.dim = vocab, dim

    def build(self, input_shape):
        self.table = self.add_weight(shape=(self.vocab, self.dim), initializer="ones")
        self.projection = tf.transpose(self.table)  # TFG804

    def call(self, tokens):
        one_hot = tf.one_hot(tokens, self.vocab)
        return tf.matmul(tf.matmul(one_hot, self.table), self.projection)


layer = TiedDecoder(3, 2)
tokens = tf.constant([0, 2])
layer.build((None,))
with tf.GradientTape() as tape:
    logits = layer(tokens)
    loss = tf.reduce_sum(tf.square(logits - 1.0))
print(tape.gradient(loss, layer.table))
