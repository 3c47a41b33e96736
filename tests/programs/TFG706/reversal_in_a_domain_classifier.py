# effect: wrong
# truth: [-1.0, -2.0]
# a domain-adversarial head whose gradient is not reversed
import tensorflow as tf


@tf.custom_gradient
def flip(value):
    return tf.identity(value), lambda dy: -dy


def domain_score(features, head):
    return tf.tensordot(flip(value=features), head, 1)  # TFG706


features = tf.Variable([0.5, 0.25])
head = tf.constant([1.0, 2.0])
with tf.GradientTape() as tape:
    score = domain_score(features, head)
print(tape.gradient(score, features))
