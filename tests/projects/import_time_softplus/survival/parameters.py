import tensorflow as tf

raw_rate = tf.Variable(0.2, name="raw_rate")
log_shape = tf.Variable(0.1, name="log_shape")
trained = [raw_rate, log_shape]

#: Rates are positive.
rate = tf.nn.softplus(raw_rate)  # TFG101


def shape():
    return tf.exp(log_shape)


def describe():
    return f"rate {float(rate):.3f}, shape {float(shape()):.3f}"
