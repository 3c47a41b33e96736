# effect: ok
# beside: TFG805, TFG810
# a layer that only another method calls, and a loss that call adds
import tensorflow as tf


class VAE(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.enc = tf.keras.layers.Dense(4)
        self.dec = tf.keras.layers.Dense(3)
        self.classifier = tf.keras.layers.Dense(2)
        self.loss_tracker = tf.keras.metrics.Mean()

    def encode(self, x):
        return tf.split(self.enc(x), 2, axis=1)

    def predict_class(self, x):
        mu, _ = self.encode(x)
        return self.classifier(mu)

    def call(self, x):
        mu, lv = self.encode(x)
        z = mu + tf.exp(0.5 * lv) * tf.random.normal(tf.shape(mu))
        self.add_loss(-0.5 * tf.reduce_mean(1 + lv - mu**2 - tf.exp(lv)))
        return self.dec(z)


v = VAE()
v.compile("adam", "mse")
x = tf.ones((4, 3))
v.fit(x, x, verbose=0)
