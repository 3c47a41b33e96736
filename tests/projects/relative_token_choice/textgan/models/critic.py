import tensorflow as tf


class Critic(tf.keras.Model):
    def __init__(self, vocabulary, width=8):
        super().__init__()
        self.embedding = tf.keras.layers.Embedding(vocabulary, width)
        self.score = tf.keras.layers.Dense(1)

    def call(self, tokens):
        vectors = self.embedding(tokens)
        return self.score(tf.reduce_mean(vectors, axis=1))
