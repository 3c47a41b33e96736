# effect: ok
# beside: TFG706
# a layer calls the reversal by position
import tensorflow as tf


@tf.custom_gradient
def reverse(x):
    return tf.identity(x), lambda upstream: -upstream


class Reversal(tf.keras.layers.Layer):
    def call(self, x):
        return reverse(x)


dense = tf.keras.layers.Dense(1)
features = tf.constant([[0.1, 0.2]])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(Reversal()(dense(features)) - 1.0))
print(tape.gradient(loss, dense.trainable_variables))
