# effect: error
# raises: ValueError
# a layer that makes a variable from its input at every call cannot be traced by fit
import tensorflow as tf


class Remember(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)

    def call(self, x):
        h = self.dense(x)
        kept = tf.Variable(h)  # TFG402
        return kept + 0.0


model = tf.keras.Sequential([Remember(), tf.keras.layers.Dense(1)])
model.compile(optimizer="sgd", loss="mse")
model.fit(tf.ones((4, 3)), tf.ones((4, 1)), verbose=0)
