# effect: ok
# pairwise distances with the mask trick, hard mining by reduce_max and reduce_min
import tensorflow as tf


def pairwise(embeddings):
    dots = tf.matmul(embeddings, embeddings, transpose_b=True)
    norms = tf.linalg.diag_part(dots)
    squared = tf.maximum(norms[None, :] - 2.0 * dots + norms[:, None], 0.0)
    at_zero = tf.cast(tf.equal(squared, 0.0), tf.float32)
    return tf.sqrt(squared + at_zero * 1e-16) * (1.0 - at_zero)


def triplet(embeddings, labels, margin=0.5):
    d = pairwise(embeddings)
    same = tf.cast(tf.equal(labels[:, None], labels[None, :]), tf.float32)
    hardest_positive = tf.reduce_max(d * same, axis=1)
    far = d + tf.reduce_max(d, axis=1, keepdims=True) * same
    hardest_negative = tf.reduce_min(far, axis=1)
    return tf.reduce_mean(tf.maximum(hardest_positive - hardest_negative + margin, 0.0))


net = tf.keras.layers.Dense(2)
x = tf.constant([[1.0, 0.0], [0.9, 0.2], [0.0, 1.0], [0.1, 1.2]])
labels = tf.constant([0, 0, 1, 1])
with tf.GradientTape() as tape:
    loss = triplet(net(x), labels, margin=5.0)
print(tape.gradient(loss, net.trainable_variables))
