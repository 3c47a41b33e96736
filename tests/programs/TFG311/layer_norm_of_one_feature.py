# effect: zero
# the score is one number, and the layer subtracts its mean from it
import tensorflow as tf


class Ranker(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(5, activation="tanh")
        self.score = tf.keras.layers.Dense(1)
        self.norm = tf.keras.layers.LayerNormalization(axis=-1)  # TFG311

    def call(self, features):
        return self.norm(self.score(self.hidden(features)))


ranker = Ranker()
features = tf.random.normal((7, 3))
wanted = tf.random.normal((7, 1))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(ranker(features) - wanted))
gradients = tape.gradient(loss, ranker.trainable_variables)
print([tf.reduce_max(tf.abs(g)).numpy() for g in gradients])
