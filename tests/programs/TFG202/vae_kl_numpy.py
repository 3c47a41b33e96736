# effect: wrong
# truth: [0.5, 0.5]
# the variance in the KL term went through NumPy: its share of the gradient is missing
import numpy as np
import tensorflow as tf

params = tf.Variable([0.5, 0.6931472])


def kl(mu, logvar):
    variance = np.exp(logvar)  # TFG202
    return 0.5 * (variance + mu**2 - logvar - 1.0)


with tf.GradientTape() as tape:
    mean, log_variance = tf.unstack(params)
    loss = kl(mean, log_variance)
print(tape.gradient(loss, params))
