# effect: ok
# beside: TFG514
# Keras passes the truth and the prediction; the other parameters have defaults
import tensorflow as tf


def focal(y_true, y_pred, alpha=0.25, gamma=2.0):
    p = tf.clip_by_value(y_pred, 1e-6, 1.0 - 1e-6)
    entropy = -y_true * tf.math.log(p) - (1.0 - y_true) * tf.math.log(1.0 - p)
    chance = y_true * p + (1.0 - y_true) * (1.0 - p)
    return tf.reduce_mean(alpha * (1.0 - chance) ** gamma * entropy)


model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1, "sigmoid")])
model.compile("sgd", loss=focal)
model.fit(tf.constant([[0.1, 0.3], [-2.0, 0.5]]), tf.constant([[1.0], [0.0]]), verbose=0)
