# effect: error
# raises: ValueError
# the compiled loss floors the predictions: fit finds no gradient for any variable
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


def whole_unit_error(y_true, y_pred):
    return tf.reduce_mean(tf.abs(y_true - tf.floor(y_pred)))  # TFG301


model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
model.compile(optimizer="adam", loss=whole_unit_error)
model.fit(tf.ones((4, 2)), tf.zeros((4, 1)), epochs=1, verbose=0)
