import numpy as np
import tensorflow as tf

weights = tf.Variable([0.8, 0.6], name="weights")
scale = tf.Variable(1.2, name="scale")

#: What the weights were before fine-tuning, and how large.
start = tf.identity(weights)
start_norm = float(tf.norm(weights))
table = np.array(weights)


def predict(features):
    return scale * tf.linalg.matvec(features, weights)


def moved():
    return float(np.abs(weights.numpy() - table).max())
