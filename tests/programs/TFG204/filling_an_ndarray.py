# effect: none
# kernel matrix filled element by element
import numpy as np
import tensorflow as tf

scale = tf.Variable(0.9)
points = [0.0, 0.5, 2.0]


def gram():
    k = np.zeros((len(points), len(points)), dtype=np.float32)
    for i, p in enumerate(points):
        for j, q in enumerate(points):
            k[i, j] = tf.exp(-((p - q) ** 2) / scale)  # TFG204
    return k


with tf.GradientTape() as tape:
    sign, logdet = tf.linalg.slogdet(gram() + 0.1 * np.eye(3, dtype=np.float32))
print(tape.gradient(logdet, scale))
