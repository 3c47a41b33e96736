# effect: ok
# beside: TFG312, TFG514
# Keras loss classes and closures with masks, clipping, and casts of labels
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(93)


class FocalLoss(keras.losses.Loss):
    def __init__(self, gamma=2.0, alpha=0.25, **kw):
        super().__init__(**kw)
        self.gamma, self.alpha = gamma, alpha

    def call(self, y_true, y_pred):
        y_true = tf.cast(y_true, y_pred.dtype)
        y_pred = tf.clip_by_value(y_pred, 1e-7, 1.0 - 1e-7)
        pt = tf.where(tf.equal(y_true, 1.0), y_pred, 1.0 - y_pred)
        a = tf.where(tf.equal(y_true, 1.0), self.alpha, 1.0 - self.alpha)
        return tf.reduce_mean(-a * tf.pow(1.0 - pt, self.gamma) * tf.math.log(pt), axis=-1)


def dice_loss(smooth=1.0):
    def loss(y_true, y_pred):
        y_true = tf.cast(y_true > 0.5, tf.float32)
        inter = tf.reduce_sum(y_true * y_pred, axis=-1)
        return 1.0 - (2.0 * inter + smooth) / (tf.reduce_sum(y_true + y_pred, axis=-1) + smooth)

    return loss


def dice_coefficient(y_true, y_pred):
    hard = tf.cast(y_pred > 0.5, tf.float32)
    y_true = tf.cast(y_true, tf.float32)
    return 2.0 * tf.reduce_sum(y_true * hard) / (tf.reduce_sum(y_true) + tf.reduce_sum(hard) + 1e-7)


x = tf.random.normal((8, 3))
y = tf.cast(tf.random.uniform((8, 2)) > 0.5, tf.int32)
for loss in (FocalLoss(), dice_loss(), lambda t, p: FocalLoss()(t, p) + dice_loss(0.5)(t, p)):
    model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2, activation="sigmoid")])
    model.compile("adam", loss, metrics=[dice_coefficient])
    model.fit(x, y, epochs=1, verbose=0)
