# effect: ok
# beside: TFG510, TFG806
# one score for each step, normalised over the steps
import tensorflow as tf


class Attention(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.score = tf.keras.layers.Dense(1)
        self.normalise = tf.keras.layers.Softmax(axis=1)

    def call(self, steps):
        return tf.reduce_sum(self.normalise(self.score(steps)) * steps, axis=1)


attention = Attention()
steps = tf.random.normal((2, 5, 4), seed=1)
with tf.GradientTape() as tape:
    weights = tf.nn.softmax(attention.score(steps), axis=-2)
    loss = tf.reduce_mean(attention(steps) ** 2) + tf.reduce_sum(weights ** 2)
gradients = tape.gradient(loss, attention.trainable_variables)
