# effect: none
# a tf.Variable multiplies a symbolic tensor: the functional model does not own it
import keras
import tensorflow as tf

gate = tf.Variable([0.5])
inputs = keras.Input((3,))
hidden = keras.layers.Dense(4, activation="relu")(inputs)
outputs = keras.layers.Dense(1)(hidden) * gate  # TFG805
model = keras.Model(inputs, outputs)
model.compile(optimizer="sgd", loss="mse")
model.fit(tf.ones((4, 3)), tf.ones((4, 1)), verbose=0)
