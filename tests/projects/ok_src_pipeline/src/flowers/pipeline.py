import tensorflow as tf

from flowers import preprocessing as prep


def augment(features, label):
    noisy = tf.numpy_function(prep.jitter, [features], tf.float32)
    return tf.ensure_shape(noisy, (4,)), label


def make_datasets(batch_size):
    sizes, species = prep.measure(40, seed=2)
    features, labels = prep.standardise(sizes), prep.one_hot(species)
    whole = tf.data.Dataset.from_tensor_slices((features, labels))
    return whole.take(30).map(augment).batch(batch_size), whole.skip(30).batch(batch_size)
