# effect: none
# Spearman loss: ranks come from argsort of argsort
import tensorflow as tf


class Spearman(tf.keras.losses.Loss):
    @staticmethod
    def ranks(x):
        order = tf.argsort(x, axis=-1)  # TFG301
        return tf.cast(tf.argsort(order, axis=-1), tf.float32)

    def call(self, y_true, y_pred):
        a, b = self.ranks(y_true), self.ranks(y_pred)
        return tf.reduce_mean(tf.square(a - b))


scorer = tf.Variable([[0.3, 0.1, 0.7]])
spearman = Spearman()
with tf.GradientTape() as tape:
    loss = spearman(tf.constant([[1.0, 2.0, 3.0]]), scorer * 2.0)
print(tape.gradient(loss, scorer))
