# effect: wrong
# truth: [0.114182, 0.195413, 0.152332, 0.256299]
# the parameters of a hand-written loss, the other way round
import numpy as np
import tensorflow as tf
from tensorflow import keras


def nll(pred, label):
    return -tf.reduce_mean(
        label * tf.math.log(pred + 1e-7) + (1 - label) * tf.math.log(1 - pred + 1e-7)
    )


m = keras.Sequential(
    [keras.Input((3,)), keras.layers.Dense(1, activation="sigmoid", kernel_initializer="ones")]
)
m.compile(optimizer="sgd", loss=nll)  # TFG514
x = np.random.RandomState(0).rand(5, 3)
y = np.array([[0.0], [1.0], [1.0], [0.0], [1.0]])
m.fit(x, y, verbose=0)
