# effect: wrong
# truth: [0.187568, 0.123586, 0.141516]
# the curvature for each weight is wanted, and the row sums of the Hessian come out
import tensorflow as tf

features = tf.constant([[0.5, 1.0, -0.3], [1.5, -0.2, 0.8], [-0.7, 0.4, 1.1], [0.2, 0.9, 0.6]])
labels = tf.constant([[1.0], [0.0], [1.0], [0.0]])
weights = tf.Variable([[0.1], [0.2], [-0.3]])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        logits = features @ weights
        loss = tf.reduce_mean(
            tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)
        )
    first = inner.gradient(loss, weights)
curvature = outer.gradient(first, weights)  # TFG516
weights.assign_sub(first / curvature)
