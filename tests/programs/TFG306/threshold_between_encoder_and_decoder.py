# effect: none
# encoder and decoder are trained together, but a threshold sits between them
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


class BinaryAutoencoder(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.encoder = tf.keras.layers.Dense(4, activation="sigmoid")
        self.decoder = tf.keras.layers.Dense(3)

    def encode(self, x):
        return self.encoder(x)

    def binarize(self, code):
        return tf.cast(code >= 0.5, code.dtype)  # TFG306

    def call(self, x):
        return self.decoder(self.binarize(self.encode(x)))


model = BinaryAutoencoder()
x = tf.random.stateless_normal((6, 3), (4, 2))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(x) - x))
grads = tape.gradient(loss, model.trainable_variables)
print([v.path for v, g in zip(model.trainable_variables, grads) if g is None])
