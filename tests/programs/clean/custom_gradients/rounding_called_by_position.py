# effect: ok
# beside: TFG706
# a custom gradient that is called with its tensor by position
import tensorflow as tf


@tf.custom_gradient
def rounded(x):
    def gradient(upstream):
        return upstream

    return tf.round(x), gradient


weights = tf.Variable([0.4, 1.6])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(rounded(weights) * tf.constant([1.0, 2.0]))
print(tape.gradient(loss, weights))
