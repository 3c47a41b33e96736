import tensorflow as tf

from geometry import pairwise_distances


def centre(embeddings, labels):
    """Examples should lie near the middle of their class."""
    classes = tf.one_hot(labels, 3)
    means = tf.matmul(classes, embeddings, transpose_a=True) / 2.0
    return tf.reduce_mean(tf.square(embeddings - tf.gather(means, labels)))


def uniformity(embeddings, labels, reach=0.5):
    """Examples should keep their distance, whatever their class."""
    distances = pairwise_distances(embeddings)
    return tf.reduce_mean(tf.exp(-distances / reach)) + 0.1 * centre(embeddings, labels)
