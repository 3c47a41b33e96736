# effect: none
# a normalisation is called in a builder function, and its result is not kept
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers


def block(x, units):
    x = layers.Dense(units)(x)
    layers.BatchNormalization()(x)  # TFG810
    return layers.Activation("relu")(x)


entry = layers.Input((5,))
network = keras.Model(entry, layers.Dense(2)(block(entry, 6)))
network.compile(optimizer="adam", loss="mse")
network.fit(np.ones((4, 5)), np.ones((4, 2)), verbose=0)
