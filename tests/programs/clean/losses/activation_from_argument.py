# effect: ok
# beside: TFG512, TFG513
# the caller decides about the activation
import tensorflow as tf


def head(units, activation):
    return tf.keras.layers.Dense(units, activation=activation)


layer = head(1, "sigmoid")
with tf.GradientTape() as tape:
    p = layer(tf.constant([[0.1, 0.2]]))
    loss = tf.keras.losses.BinaryCrossentropy()(tf.constant([[1.0]]), p)
print(tape.gradient(loss, layer.trainable_variables))
