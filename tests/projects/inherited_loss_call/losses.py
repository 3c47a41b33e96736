import tensorflow as tf


class MarginLoss(tf.keras.losses.Loss):
    def call(self, y_true, y_pred):
        return tf.reduce_mean(tf.square(y_true - self.decided(y_pred)))

    def decided(self, y_pred):
        return tf.sigmoid(y_pred)


class HardMarginLoss(MarginLoss):
    def decided(self, y_pred):
        return tf.round(y_pred)  # TFG301
