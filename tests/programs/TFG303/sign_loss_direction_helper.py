# effect: zero
# directional accuracy of a forecast: sign on the only path
import tensorflow as tf


def direction(series):
    return tf.math.sign(series[1:] - series[:-1])  # TFG303


class DirectionLoss(tf.keras.losses.Loss):
    def call(self, y_true, y_pred):
        return tf.reduce_mean(tf.square(direction(y_true) - direction(y_pred)))


trend = tf.Variable(0.3)
loss_fn = DirectionLoss()
with tf.GradientTape() as tape:
    forecast = trend * tf.constant([0.0, 1.0, 3.0])
    loss = loss_fn(tf.constant([0.0, -1.0, 1.0]), forecast)
print(tape.gradient(loss, trend))
