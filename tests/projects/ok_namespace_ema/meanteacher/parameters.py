import tensorflow as tf

weights = tf.Variable([0.5, -0.5], name="weights")
bias = tf.Variable(0.1, name="bias")
student = [weights, bias]


def predict(features, values=None):
    kernel, offset = student if values is None else values
    return tf.tanh(tf.linalg.matvec(features, kernel)) * 2.0 + offset
