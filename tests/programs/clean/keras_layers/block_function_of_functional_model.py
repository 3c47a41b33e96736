# effect: ok
# beside: TFG807
# a function makes layers while the functional model is described
import tensorflow as tf


def block(x, units):
    x = tf.keras.layers.Dense(units)(x)
    return tf.keras.layers.LayerNormalization()(x)


inputs = tf.keras.Input((2,))
outputs = tf.keras.layers.Dense(1)(block(inputs, 4))
model = tf.keras.Model(inputs, outputs)
model.compile("sgd", "mse")
model.fit(tf.constant([[0.1, 0.2], [0.3, 0.4]]), tf.constant([[1.0], [0.0]]), verbose=0)
