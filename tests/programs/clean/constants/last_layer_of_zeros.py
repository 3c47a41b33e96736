# effect: ok
# beside: TFG811
# only the last layer starts at zero
import tensorflow as tf
from tensorflow.keras import layers

inp = layers.Input((8,))
h = layers.Dense(16, activation="relu")(inp)
out = layers.Dense(1, kernel_initializer="zeros")(h)
model = tf.keras.Model(inp, out)
model.compile("sgd", "mse")
model.fit(tf.random.normal((32, 8)), tf.random.normal((32, 1)), epochs=2, verbose=0)
