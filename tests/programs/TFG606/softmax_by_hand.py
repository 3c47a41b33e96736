# effect: nan
# a softmax without its maximum
import tensorflow as tf


def softmax(z):
    return tf.exp(z) / tf.reduce_sum(tf.exp(z), axis=-1, keepdims=True)  # TFG606


scores = tf.Variable([[95.0, 1.0, 2.0]])
with tf.GradientTape() as tape:
    p = softmax(scores)
    loss = tf.reduce_sum(tf.square(p - tf.constant([[0.0, 1.0, 0.0]])))
print(tape.gradient(loss, scores))
