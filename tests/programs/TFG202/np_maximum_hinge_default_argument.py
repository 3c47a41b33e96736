# effect: none
# the hinge is a default argument that happens to be NumPy's maximum
import numpy as np
import tensorflow as tf


def hinge_loss(margin, *, clamp=np.maximum):
    return tf.reduce_mean(clamp(0.0, 1.0 - margin))  # TFG202


w = tf.Variable([0.3, -0.2])
labels = tf.constant([1.0, -1.0])
with tf.GradientTape() as tape:
    loss = hinge_loss(labels * w)
print(tape.gradient(loss, w))
