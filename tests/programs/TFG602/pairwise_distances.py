# effect: nan
# the diagonal of the distance matrix is the distance of a point to itself
import tensorflow as tf

points = tf.Variable([[0.0, 0.0], [1.0, 2.0], [3.0, 1.0]])


def distance_matrix(p):
    diff = p[:, None, :] - p[None, :, :]
    return tf.sqrt(tf.reduce_sum(tf.square(diff), axis=-1))  # TFG602


with tf.GradientTape() as tape:
    compactness = tf.reduce_mean(distance_matrix(points))
print(tape.gradient(compactness, points))
