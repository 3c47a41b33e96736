# effect: none
# kernels are partial functions over their parameters; one wraps its length scale in a new variable
from functools import partial

import numpy as np
import tensorflow as tf

from gp import negative_log_likelihood
from kernels import matern, rbf

raw_length = tf.Variable(0.3, dtype=tf.float64)
raw_noise = tf.Variable(-2.0, dtype=tf.float64)

KERNELS = {
    "rbf": partial(rbf, raw_length=raw_length),
    "matern": partial(matern, raw_length=raw_length),
}


def data(count=8):
    x = np.linspace(-2.0, 2.0, count)
    return tf.constant(x), tf.constant(np.sin(2.0 * x))


def fit(name, steps=2):
    x, y = data()
    kernel = KERNELS[name]
    optimizer = tf.keras.optimizers.Adam(0.05)
    for step in range(steps):
        with tf.GradientTape() as tape:
            loss = negative_log_likelihood(kernel, raw_noise, x, y)
        gradients = tape.gradient(loss, [raw_length, raw_noise])
        optimizer.apply_gradients(zip(gradients, [raw_length, raw_noise]))
        print(step, float(loss))


if __name__ == "__main__":
    fit("matern")
