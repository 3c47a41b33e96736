# effect: none
# a Metric subclass used as the loss: its value is read back from its state
import tensorflow as tf


class RootMeanSquare(tf.keras.metrics.Metric):
    def __init__(self, name="rms", **kwargs):
        super().__init__(name=name, **kwargs)
        self.total = self.add_weight(name="total", initializer="zeros")
        self.count = self.add_weight(name="count", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.total.assign_add(tf.reduce_sum(tf.square(y_true - y_pred)))
        self.count.assign_add(tf.cast(tf.size(y_true), tf.float32))

    def result(self):
        return tf.sqrt(self.total / self.count)


model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
rms = RootMeanSquare()
with tf.GradientTape() as tape:
    value = rms(tf.ones((3, 1)), model(tf.ones((3, 2))))  # TFG407
print(tape.gradient(value, model.trainable_variables))
