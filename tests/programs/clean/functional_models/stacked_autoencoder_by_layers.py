# effect: ok
# a decoder taken out of a trained model by indices of its layers
import tensorflow as tf
from tensorflow import keras

pixels = keras.Input((6,))
encoded = keras.layers.Dense(3, activation="relu")(pixels)
decoded = keras.layers.Dense(6)(encoded)
autoencoder = keras.Model(pixels, decoded)
encoder = keras.Model(autoencoder.input, autoencoder.layers[1].output)
code = keras.Input((3,))
decoder = keras.Model(code, autoencoder.layers[-1](code))
x = tf.random.normal((8, 6), seed=1)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(decoder(encoder(x)) - x))
gradients = tape.gradient(loss, autoencoder.trainable_variables)
print(len(gradients), gradients[0])
