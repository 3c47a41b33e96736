# effect: wrong
# truth: [-0.00794266, -0.043377, 0.0977452]
# Keras passes the truth first, whatever the parameters are called
import numpy as np
import tensorflow as tf


def focal(prediction, target):
    entropy = tf.keras.losses.binary_crossentropy(target, prediction)  # TFG514
    return tf.reduce_mean(entropy)


inputs = tf.keras.Input((2,))
outputs = tf.keras.layers.Dense(1, activation="sigmoid", kernel_initializer="ones")(inputs)
model = tf.keras.Model(inputs, outputs)
model.compile(optimizer="adam", loss=focal)
model.fit(np.array([[0.2, 0.4], [0.1, 0.1]]), np.array([[1.0], [0.0]]), epochs=1, verbose=0)
