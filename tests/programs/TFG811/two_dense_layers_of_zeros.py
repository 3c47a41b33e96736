# effect: zero
# a functional model whose kernels are all zeros
import tensorflow as tf
from tensorflow.keras import layers

inp = layers.Input((8,))
h = layers.Dense(16, kernel_initializer="zeros", activation="relu")(inp)
out = layers.Dense(1, kernel_initializer="zeros")(h)  # TFG811
model = tf.keras.Model(inp, out)
model.compile("sgd", "mse")
x = tf.random.normal((32, 8))
y = tf.random.normal((32, 1))
model.fit(x, y, epochs=2, verbose=0)
