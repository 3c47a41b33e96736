# effect: none
# features are detached for the auxiliary head, and the detached name is reused for the main head
import tensorflow as tf


class TwoHeads(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.body = tf.keras.layers.Dense(4)
        self.main = tf.keras.layers.Dense(1)
        self.aux = tf.keras.layers.Dense(1)

    def call(self, x):
        h = self.body(x)
        h = tf.stop_gradient(h)  # TFG307
        a = self.aux(h)
        return self.main(h) + 0.0 * a


model = TwoHeads()
model.compile("sgd", "mse")
model.fit(tf.ones((4, 2)), tf.ones((4, 1)), verbose=0)
