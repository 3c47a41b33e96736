# effect: ok
# beside: TFG513
# probabilities and a string
import numpy as np
import tensorflow as tf

inputs = tf.keras.Input((2,))
hidden = tf.keras.layers.Dense(4)(inputs)
hidden = tf.keras.layers.LeakyReLU()(hidden)
outputs = tf.keras.layers.Dense(1, activation="sigmoid")(hidden)
model = tf.keras.Model(inputs, outputs)
model.compile(optimizer="adam", loss="binary_crossentropy")
model.fit(np.array([[0.2, 0.1], [0.5, 0.9]]), np.array([0.0, 1.0]), verbose=0)
