# effect: none
# both networks are trained, but the encoder runs before the block; the decoder is taken from another model
import tensorflow as tf
from tensorflow import keras

pixels = keras.Input((6,))
code = keras.layers.Dense(3, activation="relu", name="code")(pixels)
whole = keras.Model(pixels, keras.layers.Dense(6, name="reconstruction")(code))
encoder = keras.Model(whole.input, whole.get_layer("code").output)
code_input = keras.Input((3,))
decoder = keras.Model(code_input, whole.layers[-1](code_input))
x = tf.random.normal((8, 6), seed=1)
encoded = encoder(x)  # TFG101
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(decoder(encoded) - x))
variables = encoder.trainable_variables + decoder.trainable_variables
print(tape.gradient(loss, variables))
