# effect: none
# the layers are frozen one by one; setting the model's own flag, which is True, changes nothing
import tensorflow as tf
from tensorflow.keras import layers


def pretrained():
    inputs = layers.Input((4,))
    x = layers.Dense(6, activation="relu")(inputs)
    model = tf.keras.Model(inputs, layers.Dense(2)(x))
    for layer in model.layers:
        layer.trainable = False
    return model


model = pretrained()
model.trainable = True
model.compile(optimizer="adam", loss="mse")
model.fit(tf.ones((4, 4)), tf.ones((4, 2)), epochs=1, verbose=0)  # TFG808
