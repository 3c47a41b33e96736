# effect: ok
# beside: TFG511, TFG514
# Keras takes the mean of what a loss function returns, so the penalty counts once
import numpy as np
import tensorflow as tf

layer = tf.keras.layers.Dense(1)
model = tf.keras.Sequential([tf.keras.Input((3,)), layer])


def loss_with_penalty(y_true, y_pred):
    errors = tf.reduce_sum(tf.square(y_true - y_pred), axis=-1)
    return errors + 0.01 * tf.reduce_sum(tf.square(layer.kernel))


model.compile(optimizer="sgd", loss=loss_with_penalty)
model.fit(np.random.rand(8, 3), np.random.rand(8, 1), epochs=1, verbose=0)
