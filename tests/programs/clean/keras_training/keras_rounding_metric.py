# effect: ok
# Rounded predictions and Python floats in a custom metric and callback only
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(32)


class RoundedAccuracy(keras.metrics.Metric):
    def __init__(self, name="rounded", **kw):
        super().__init__(name=name, **kw)
        self.hits = self.add_weight(name="hits", initializer="zeros")
        self.total = self.add_weight(name="total", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        same = tf.cast(tf.equal(tf.round(y_pred), tf.cast(y_true, y_pred.dtype)), tf.float32)
        self.hits.assign_add(tf.reduce_sum(same))
        self.total.assign_add(tf.cast(tf.size(same), tf.float32))

    def result(self):
        return tf.math.divide_no_nan(tf.convert_to_tensor(self.hits), self.total)


class StopWhenGood(keras.callbacks.Callback):
    best = float("inf")

    def on_epoch_end(self, epoch, logs=None):
        loss = float(logs["loss"])
        self.best = min(self.best, loss)
        if loss < 1e-3:
            self.model.stop_training = True


model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1, activation="sigmoid")])
model.compile("adam", "binary_crossentropy", metrics=[RoundedAccuracy()])
x = tf.random.normal((10, 3))
y = tf.cast(tf.reduce_sum(x, 1, keepdims=True) > 0, tf.float32)
model.fit(x, y, epochs=2, verbose=0, callbacks=[StopWhenGood()])
