import tensorflow as tf

from meanteacher import parameters


def consistency(shadow, features, noise_seed):
    """The student should say what its average says, even of noisy features."""
    noise = tf.random.stateless_normal(features.shape, seed=(noise_seed, 0), stddev=0.1)
    teacher = tf.stop_gradient(parameters.predict(features, shadow.averages))
    student = parameters.predict(features + noise)
    return tf.reduce_mean(tf.square(student - teacher))
