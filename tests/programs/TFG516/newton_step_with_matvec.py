# effect: wrong
# truth: [1.5, 3.333333]
# least squares with `matvec`: the features couple the weights
import tensorflow as tf

features = tf.constant([[1.0, 2.0], [0.5, 0.0], [1.0, -1.0]])
weights = tf.Variable([0.3, -0.2])
with tf.GradientTape() as second:
    with tf.GradientTape() as first:
        error = tf.linalg.matvec(features, weights) - tf.constant([1.0, 2.0, 3.0])
        loss = tf.reduce_mean(tf.square(error))
    slope = first.gradient(loss, weights)
curvature = second.gradient(slope, weights)  # TFG516
weights.assign_sub(slope / curvature)
