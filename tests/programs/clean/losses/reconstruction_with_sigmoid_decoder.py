# effect: ok
# beside: TFG512, TFG513, TFG514
# an autoencoder of pixels between zero and one
import numpy as np
import tensorflow as tf

inputs = tf.keras.Input((4,))
code = tf.keras.layers.Dense(2)(inputs)
outputs = tf.keras.layers.Dense(4, activation="sigmoid")(code)
outputs = tf.keras.layers.Reshape((2, 2))(outputs)
autoencoder = tf.keras.Model(inputs, outputs)
autoencoder.compile("adam", "binary_crossentropy")
pixels = np.array([[0.1, 0.9, 0.4, 0.6]])
autoencoder.fit(pixels, pixels.reshape(1, 2, 2), verbose=0)
