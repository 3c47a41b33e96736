# effect: none
# pairwise ranking: counts how many pairs are in the wrong order
import tensorflow as tf


class RankNet(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.scorer = tf.keras.layers.Dense(1, kernel_initializer="ones")

    def call(self, docs):
        return tf.squeeze(self.scorer(docs), -1)

    def loss_on(self, better, worse):
        s_better, s_worse = self(better), self(worse)
        wrong = s_better < s_worse  # TFG306
        return tf.reduce_sum(tf.cast(wrong, "float32"))


net = RankNet()
with tf.GradientTape() as tape:
    loss = net.loss_on(tf.constant([[1.0, 0.0]]), tf.constant([[0.0, 2.0]]))
print(tape.gradient(loss, net.trainable_variables))
