import numpy as np
import tensorflow as tf


def rotation(angle):
    cosine, sine = tf.cos(angle), tf.sin(angle)
    return np.array([[cosine, -sine], [sine, cosine]], dtype="float32")  # TFG204


def rotate(points, angle):
    """Turn points, one per row, around the origin."""
    return tf.matmul(points, rotation(angle), transpose_b=True)
