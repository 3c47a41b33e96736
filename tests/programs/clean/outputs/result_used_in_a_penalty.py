# effect: ok
# beside: TFG810
# the second result goes into a loss that the layer adds
import tensorflow as tf


class Penalised(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.main = tf.keras.layers.Dense(2)
        self.other = tf.keras.layers.Dense(2)

    def call(self, x):
        other = self.other(x)
        self.add_loss(tf.reduce_mean(tf.square(other)))
        return self.main(x)


model = tf.keras.Sequential([tf.keras.Input((3,)), Penalised()])
model.compile("sgd", "mse")
model.fit(tf.random.normal((4, 3), seed=1), tf.ones((4, 2)), verbose=0)
