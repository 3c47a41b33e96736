# effect: none
# the head is an ordinary Python class, so Keras does not find its layers
import tensorflow as tf


class Head:
    def __init__(self, units):
        self.hidden = tf.keras.layers.Dense(units, activation="tanh")
        self.out = tf.keras.layers.Dense(1)

    def __call__(self, x):
        return self.out(self.hidden(x))


class Regressor(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.encoder = tf.keras.layers.Dense(5)
        self.head = Head(3)  # TFG805

    def call(self, x):
        return self.head(self.encoder(x))


regressor = Regressor()
regressor.compile(optimizer="sgd", loss="mse")
regressor.fit(tf.random.normal((8, 2)), tf.ones((8, 1)), epochs=1, verbose=0)
