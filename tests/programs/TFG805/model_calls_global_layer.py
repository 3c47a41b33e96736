# effect: none
# the model's call uses a layer of the notebook instead of an attribute of its own
import tensorflow as tf

embedding = tf.keras.layers.Embedding(10, 4)


class Scorer(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, ids):
        vectors = embedding(ids)  # TFG805
        return self.dense(tf.reduce_mean(vectors, axis=1))


scorer = Scorer()
scorer.compile(optimizer="adam", loss="mse")
scorer.fit(tf.constant([[1, 2], [3, 4]]), tf.constant([[0.0], [1.0]]), verbose=0)
