# effect: none
# np.mean over a list of loss tensors gives a NumPy number
import numpy as np
import tensorflow as tf

theta = tf.Variable(0.8)


def run(loss_fns):
    with tf.GradientTape() as tape:
        parts = [fn(theta) for fn in loss_fns]
        loss = tf.convert_to_tensor(np.mean(parts))  # TFG202
    return tape.gradient(loss, theta)


print(run([tf.square, tf.exp, lambda t: tf.sin(3.0 * t)]))
