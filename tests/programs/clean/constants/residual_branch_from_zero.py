# effect: ok
# beside: TFG811
# a residual branch that starts at zero
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

inp = keras.Input((8,))
h = layers.Dense(8, activation="relu")(inp)
r = layers.Dense(8)(h)
r = layers.BatchNormalization(gamma_initializer="zeros")(r)
h = layers.Add()([h, r])
out = layers.Dense(1)(h)
model = keras.Model(inp, out)
model.compile("adam", "mse")
model.fit(np.random.rand(16, 8), np.random.rand(16, 1), epochs=2, verbose=0)
