# effect: wrong
# truth: [0.495495, 0.495495, 0.495495, 0.495495, 0.993241, 0.993241, 0.993241, 0.993241, 0.274914, 0.274914, 0.274914, 0.274914, 1.48874, 1.48874, 1.48874, 1.48874, 0.274914]
# the last layer is linear, and the string means a loss of probabilities
import numpy as np
import tensorflow as tf

model = tf.keras.models.Sequential()
model.add(tf.keras.Input(shape=(2,)))
model.add(tf.keras.layers.Dense(4, activation="relu", kernel_initializer="ones"))
model.add(tf.keras.layers.Dense(1, kernel_initializer="ones"))
model.compile("sgd", "binary_crossentropy", metrics=["accuracy"])  # TFG513
model.fit(np.array([[1.0, 2.0], [0.02, 0.03]]), np.array([0.0, 1.0]), epochs=1, verbose=0)
