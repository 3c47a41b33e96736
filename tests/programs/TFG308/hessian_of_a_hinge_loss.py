# effect: zero
# a hinge loss is piecewise linear in the weights, so Newton's method has no Hessian to work with
import tensorflow as tf


def hinge(weights, features, labels):
    scores = tf.linalg.matvec(features, weights)
    return tf.reduce_mean(tf.nn.relu(1.0 - labels * scores))


def hessian(loss, weights, *data):
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            value = loss(weights, *data)
        slope = inner.gradient(value, weights)
    return outer.jacobian(slope, weights)  # TFG308


weights = tf.Variable([0.5, -0.3])
features = tf.constant([[1.0, 2.0], [3.0, -1.0], [0.5, 0.5]])
labels = tf.constant([1.0, -1.0, 1.0])
print(hessian(hinge, weights, features, labels))
