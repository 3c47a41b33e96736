# effect: none
# the table of losses was filled from keras.metrics
import tensorflow as tf
from tensorflow import keras

LOSSES = {
    "mse": keras.metrics.MeanSquaredError,
    "mae": keras.metrics.MeanAbsoluteError,
}


def train(kind, x, y):
    measure = LOSSES[kind]()
    w = tf.Variable([[0.5], [0.5]])
    with tf.GradientTape() as tape:
        loss = measure(y, x @ w)  # TFG407
    return tape.gradient(loss, w)


print(train("mse", tf.ones((3, 2)), tf.zeros((3, 1))))
