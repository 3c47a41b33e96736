# effect: ok
# beside: TFG514
# a compiled loss with masks, counts and casts of the labels
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


class MaskedMSE(tf.keras.losses.Loss):
    def __init__(self, missing=-1.0, **kwargs):
        super().__init__(**kwargs)
        self.missing = missing

    def call(self, y_true, y_pred):
        mask = tf.cast(tf.not_equal(y_true, self.missing), y_pred.dtype)
        total = tf.reduce_sum(mask * tf.square(y_true - y_pred), axis=-1)
        count = tf.maximum(tf.cast(tf.math.count_nonzero(mask, axis=-1), tf.float32), 1.0)
        return total / count


net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])
net.compile(optimizer="sgd", loss=MaskedMSE(), metrics=["accuracy"])
net.fit(tf.ones((4, 2)), tf.constant([[1.0, -1.0]] * 4), epochs=1, verbose=0)
