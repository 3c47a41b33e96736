# effect: ok
# beside: TFG514, TFG603
# a focal loss over classes clips the probabilities before the logarithm
import tensorflow as tf


def focal(y_true, y_pred, gamma=2.0):
    y_pred = tf.clip_by_value(y_pred, 1e-7, 1.0 - 1e-7)
    return -tf.reduce_sum(y_true * tf.pow(1.0 - y_pred, gamma) * tf.math.log(y_pred), axis=-1)


model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3, activation="softmax")])
model.compile(optimizer="sgd", loss=focal)
model.fit(tf.random.normal((6, 4)), tf.one_hot([0, 1, 2, 0, 1, 2], 3), epochs=1, verbose=0)
