# effect: ok
# beside: TFG805, TFG810
# the model uses an embedding that another model holds and trains
import tensorflow as tf

embedding = tf.keras.layers.Embedding(10, 4)
language = tf.keras.Sequential([tf.keras.Input((2,)), embedding, tf.keras.layers.Dense(10)])
language.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
ids = tf.constant([[1, 2], [3, 4]])
language.fit(ids, ids, verbose=0)


class Scorer(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, tokens):
        return self.dense(tf.reduce_mean(embedding(tokens), axis=1))


scorer = Scorer()
scorer.compile("adam", "mse")
scorer.fit(ids, tf.ones((2, 1)), verbose=0)
