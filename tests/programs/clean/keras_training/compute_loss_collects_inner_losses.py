# effect: ok
# beside: TFG522
# A layer deep in a functional model adds the loss that trains its codes; compute_loss collects it
import tensorflow as tf


class Codes(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.codes = self.add_weight(shape=(4, 2), initializer="random_normal", name="codes")

    def call(self, x):
        distances = tf.reduce_sum((x[:, None] - self.codes[None]) ** 2, axis=-1)
        nearest = tf.gather(self.codes, tf.argmin(distances, axis=1))
        self.add_loss(tf.reduce_mean((nearest - tf.stop_gradient(x)) ** 2))
        return x + tf.stop_gradient(nearest - x), tf.argmin(distances, axis=1)


def make_inner():
    inputs = tf.keras.Input((3,))
    coded, indices = Codes()(tf.keras.layers.Dense(2)(inputs))
    return tf.keras.Model(inputs, [tf.keras.layers.Dense(3)(coded), indices])


class Trainer(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.inner = make_inner()

    def call(self, x, training=False):
        return self.inner(x, training=training)

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
        restored, _ = y_pred
        return tf.reduce_mean((x - restored) ** 2) + tf.add_n(self.inner.losses)


trainer = Trainer()
trainer.compile(optimizer="sgd")
trainer.fit(tf.random.normal((8, 3)), verbose=0)
