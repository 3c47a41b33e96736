# effect: none
# beam search ids are cast to float and fed to the judge
import tensorflow as tf


class Generator(tf.keras.Model):
    def __init__(self, vocab):
        super().__init__()
        self.head = tf.keras.layers.Dense(vocab)

    def beams(self, z, k):
        logits = self.head(z)
        _, ids = tf.math.top_k(tf.nn.log_softmax(logits), k=k)  # TFG301
        return tf.one_hot(ids, 5)

    def call(self, z):
        return tf.reduce_mean(self.beams(z, 2), axis=1)


gen = Generator(5)
disc = tf.keras.layers.Dense(1)
with tf.GradientTape() as tape:
    verdict = disc(gen(tf.ones((2, 3))))
    loss = -tf.reduce_mean(verdict)
print(tape.gradient(loss, gen.trainable_variables))
