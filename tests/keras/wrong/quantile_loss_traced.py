# effect: error
# raises: AttributeError
# a Loss subclass scales by the batch's own spread, taken out with .numpy(), under a traced fit
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(13)

WINDOW = 8


class ScaledPinball(keras.losses.Loss):
    """Pinball loss, measured in units of the batch's standard deviation."""

    def __init__(self, quantile, reduction="sum_over_batch_size", name="scaled_pinball"):
        super().__init__(reduction=reduction, name=name)
        self.quantile = quantile

    def call(self, y_true, y_pred):
        error = y_true - y_pred
        scale = np.std(error.numpy()) + 1e-6  # TFG201
        tilted = tf.maximum(self.quantile * error, (self.quantile - 1.0) * error)
        return tf.reduce_mean(tilted / scale, axis=-1)


def coverage(y_true, y_pred):
    return tf.reduce_mean(tf.cast(y_true <= y_pred, tf.float32))


def windows(series):
    x = np.stack([series[i : i + WINDOW] for i in range(len(series) - WINDOW)])
    return x[..., None].astype("float32"), series[WINDOW:, None].astype("float32")


def make_series(length):
    rng = np.random.default_rng(4)
    t = np.arange(length)
    return np.sin(0.3 * t) + 0.02 * t + rng.normal(scale=0.2, size=length)


def build():
    inputs = keras.Input((WINDOW, 1))
    x = layers.Conv1D(4, 3, padding="causal", activation="relu")(inputs)
    x = layers.LSTM(6)(x)
    return keras.Model(inputs, layers.Dense(1)(x))


x, y = windows(make_series(72))
upper = build()
upper.compile(optimizer="adam", loss=ScaledPinball(0.9), metrics=[coverage])
upper.fit(x, y, epochs=1, batch_size=16, verbose=0)
print("coverage of the upper band", upper.evaluate(x, y, verbose=0)[1])

lower = build()
lower.compile(optimizer="adam", loss=ScaledPinball(0.1), metrics=[coverage])
lower.fit(x, y, epochs=1, batch_size=16, verbose=0)
band = upper.predict(x, verbose=0) - lower.predict(x, verbose=0)
print("mean width of the band", float(band.mean()))
