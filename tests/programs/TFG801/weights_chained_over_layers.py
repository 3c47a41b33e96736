# effect: none
# all weights of all layers, moving statistics included
from itertools import chain

import tensorflow as tf

model = tf.keras.Sequential(
    [
        tf.keras.Input((3,)),
        tf.keras.layers.Dense(4),
        tf.keras.layers.BatchNormalization(),
        tf.keras.layers.Dense(1),
    ]
)
sources = list(chain.from_iterable(layer.weights for layer in model.layers))
x, y = tf.ones((2, 3)), tf.zeros((2, 1))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
grads = tape.gradient(loss, sources)  # TFG801
print([g is None for g in grads])
