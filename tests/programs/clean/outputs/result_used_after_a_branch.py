# effect: ok
# beside: TFG810
# the result is used in one of two branches that both use it
import tensorflow as tf


class Gated(tf.keras.Model):
    def __init__(self, scaled):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)
        self.gate = tf.keras.layers.Dense(2, activation="sigmoid")
        self.scaled = scaled

    def call(self, x):
        gate = self.gate(x)
        hidden = self.dense(x)
        if self.scaled:
            hidden = hidden * gate
        else:
            hidden = hidden + gate
        return hidden


model = Gated(True)
model.compile("sgd", "mse")
model.fit(tf.random.normal((4, 3), seed=1), tf.ones((4, 2)), verbose=0)
