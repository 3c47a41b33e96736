# effect: none
# the second output was given no loss while debugging
import tensorflow as tf
from tensorflow.keras import layers

inputs = layers.Input((3,))
h = layers.Dense(4, activation="relu")(inputs)
mean = layers.Dense(1)(h)
spread = layers.Dense(1, activation="softplus")(h)
model = tf.keras.Model(inputs, [mean, spread])
model.compile(optimizer="adam", loss=["mse", None])  # TFG809
y = tf.ones((4, 1))
model.fit(tf.ones((4, 3)), [y, y], verbose=0)
