# effect: zero
# a functional model that fit trains with mse
import numpy as np
import tensorflow as tf

inputs = tf.keras.Input((4,))
hidden = tf.keras.layers.Dense(5, activation="tanh")(inputs)
outputs = tf.keras.layers.Dense(1, activation="softmax")(hidden)  # TFG806
model = tf.keras.Model(inputs, outputs)
model.compile(optimizer="adam", loss="mse")
model.fit(np.random.rand(8, 4), np.random.rand(8, 1), epochs=1, verbose=0)
