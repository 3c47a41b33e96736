# effect: ok
# beside: TFG312
# a small factor and dropout of one half
import tensorflow as tf
from tensorflow import keras

inputs = keras.Input(shape=(20,))
h = keras.layers.Dense(64, activation="relu")(inputs)
h = keras.layers.Dropout(0.5)(h * 0.1)
outputs = keras.layers.Dense(1)(h)
model = keras.Model(inputs, outputs)
model.compile(optimizer="rmsprop", loss="mse")
model.fit(tf.random.normal((32, 20)), tf.random.normal((32, 1)), verbose=0)
