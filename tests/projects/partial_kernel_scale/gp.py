import tensorflow as tf


def negative_log_likelihood(kernel, raw_noise, x, y):
    """Of a Gaussian process with mean zero."""
    noise = tf.nn.softplus(raw_noise)
    covariance = kernel(x, x) + noise * tf.eye(x.shape[0], dtype=x.dtype)
    factor = tf.linalg.cholesky(covariance)
    whitened = tf.linalg.triangular_solve(factor, y[:, tf.newaxis])
    log_determinant = tf.reduce_sum(tf.math.log(tf.linalg.diag_part(factor)))
    return 0.5 * tf.reduce_sum(tf.square(whitened)) + log_determinant
