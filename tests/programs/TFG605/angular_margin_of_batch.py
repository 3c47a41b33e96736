# effect: nan
# cosines of a batch with itself
import tensorflow as tf


def angular_distance(vectors):
    lengths = tf.norm(vectors, axis=1, keepdims=True)
    unit = vectors / lengths
    return tf.acos(tf.clip_by_value(tf.matmul(unit, unit, transpose_b=True), -1.0, 1.0))  # TFG605


vectors = tf.Variable([[1.0, 0.0], [0.0, 2.0], [5.0, 0.0]])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(angular_distance(vectors))
print(tape.gradient(loss, vectors))
