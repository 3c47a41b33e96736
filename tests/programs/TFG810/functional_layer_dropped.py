# effect: none
# the second hidden layer of a functional model starts from the inputs again
import tensorflow as tf

inputs = tf.keras.Input((3,))
x = tf.keras.layers.Dense(8, activation="relu")(inputs)  # TFG810
x = tf.keras.layers.Dense(8, activation="relu")(inputs)
outputs = tf.keras.layers.Dense(1)(x)
model = tf.keras.Model(inputs, outputs)
model.compile("adam", "mse")
model.fit(tf.ones((4, 3)), tf.ones((4, 1)), verbose=0)
