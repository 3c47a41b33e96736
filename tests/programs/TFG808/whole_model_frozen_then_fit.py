# effect: none
# the whole model is frozen where only the base was meant
import numpy as np
from tensorflow import keras

base = keras.Sequential([keras.Input((3,)), keras.layers.Dense(4, activation="relu")])
model = keras.Sequential([base, keras.layers.Dense(1)])
model.trainable = False
model.compile(optimizer="adam", loss="mse")
model.fit(np.ones((4, 3)), np.zeros((4, 1)), verbose=0)  # TFG808
