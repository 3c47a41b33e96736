# effect: none
# trained with fit: the mixing weights are computed from their logits before any tape exists
import tensorflow as tf


class Mixture(tf.keras.Model):
    def __init__(self, experts=3):
        super().__init__()
        self.experts = [tf.keras.layers.Dense(1) for _ in range(experts)]
        self.logits = self.add_weight(shape=(experts,), initializer="zeros", name="logits")
        self.mix = tf.nn.softmax(self.logits)  # TFG804

    def call(self, x):
        answers = tf.stack([e(x) for e in self.experts], axis=-1)
        return tf.reduce_sum(answers * self.mix, axis=-1)


model = Mixture()
model.compile(optimizer="sgd", loss="mse")
model.fit(tf.ones((4, 2)), tf.zeros((4, 1)), verbose=0)
