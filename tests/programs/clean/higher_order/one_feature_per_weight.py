# effect: ok
# beside: TFG516
# each weight has a term of its own, and the product with the features stays linear
import tensorflow as tf

features = tf.constant([[1.0, 2.0], [0.5, 0.0], [1.0, -1.0]])
weights = tf.Variable([0.3, -0.2])
with tf.GradientTape() as second:
    with tf.GradientTape() as first:
        loss = tf.reduce_sum(tf.linalg.matvec(features, weights))
        loss += tf.reduce_sum(tf.exp(weights))
    slope = first.gradient(loss, weights)
print(second.gradient(slope, weights))
