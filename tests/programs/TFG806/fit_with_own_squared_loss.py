# effect: zero
# the loss is a function of the program, which sees the probability and not the logit
import numpy as np
import tensorflow as tf


def squared(y_true, y_pred):
    return tf.reduce_mean(tf.square(tf.cast(y_true, tf.float32) - y_pred))


model = tf.keras.Sequential([tf.keras.Input((4,))])
model.add(tf.keras.layers.Dense(3, activation="tanh"))
model.add(tf.keras.layers.Dense(1, activation="softmax"))  # TFG806
model.compile(optimizer="adam", loss=squared)
model.fit(np.random.rand(8, 4), np.ones((8, 1)), epochs=1, verbose=0)
