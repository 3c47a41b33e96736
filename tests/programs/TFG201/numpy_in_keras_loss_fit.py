# effect: error
# raises: AttributeError
# a loss function given to compile() is traced by fit
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


def scaled_mae(y_true, y_pred):
    err = tf.abs(y_true - y_pred)
    weight = err.numpy().max()  # TFG201
    return tf.reduce_mean(err / weight)


model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
model.compile(optimizer="sgd", loss=scaled_mae)
model.fit(tf.ones((4, 2)), tf.zeros((4, 1)), epochs=1, verbose=0)
