# effect: nan
# NaN is swept away after it has happened; the gradient still sees it
import tensorflow as tf


def cosine_or_zero(a, b):
    lengths = tf.sqrt(tf.reduce_sum(a * a, -1) * tf.reduce_sum(b * b, -1))
    value = tf.reduce_sum(a * b, -1) / lengths  # TFG601
    return tf.where(tf.math.is_nan(value), tf.zeros_like(value), value)


a = tf.Variable([[0.0, 0.0], [1.0, 2.0]])
b = tf.constant([[1.0, 1.0], [0.5, 0.5]])
with tf.GradientTape() as tape:
    loss = 1.0 - tf.reduce_mean(cosine_or_zero(a, b))
print(tape.gradient(loss, a))
