# effect: ok
# beside: TFG808
# `Dense` comes from the first of two star imports; it is a head that is trained.
import tensorflow as tf
from tensorflow.keras.layers import *  # noqa: F403
from tensorflow.keras.models import *  # noqa: F403

first = tf.keras.layers.Dense(4, activation="relu")
encoder = tf.keras.Sequential([tf.keras.Input((3,)), first])


def classifier():
    inputs = Input((3,))  # noqa: F405
    encoder.trainable = False
    outputs = Dense(2)(encoder(inputs, training=False))  # noqa: F405
    return Model(inputs, outputs)  # noqa: F405


model = classifier()
model.compile("sgd", "mse")
model.fit(tf.ones((4, 3)), tf.zeros((4, 2)), verbose=0)
