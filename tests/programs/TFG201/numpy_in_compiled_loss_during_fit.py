# effect: error
# raises: AttributeError
# compile'd loss function calls .numpy() while fit traces
import tensorflow as tf


def margin(y_pred):
    return tf.reduce_max(y_pred).numpy()  # TFG201


def hinge(y_true, y_pred):
    m = margin(y_pred)
    return tf.reduce_mean(tf.maximum(0.0, m - y_true * y_pred))


def build():
    m = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    m.compile(optimizer="sgd", loss=hinge)
    return m


build().fit(tf.ones((4, 2)), tf.ones((4, 1)), verbose=0)
