# effect: none
# an objective for scipy returns floats, and its last value is differentiated
import numpy as np
import tensorflow as tf

theta = tf.Variable([0.3, 0.6])


def make_objective():
    last = None

    def objective(v):
        nonlocal last
        theta.assign(v)
        last = np.float64(tf.reduce_sum(theta**4))  # TFG202
        return last

    def current():
        return tf.constant(last)

    return objective, current


objective, current = make_objective()
with tf.GradientTape() as tape:
    objective(np.array([0.1, 0.2], np.float32))
    value = current()
print(tape.gradient(value, theta))
