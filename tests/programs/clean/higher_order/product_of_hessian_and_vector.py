# effect: ok
# beside: TFG516
# a product with a vector adds up the rows on purpose
import tensorflow as tf

features = tf.constant([[0.5, 1.0, -0.3], [1.5, -0.2, 0.8]])
weights = tf.Variable([[0.1], [0.2], [-0.3]])
direction = tf.constant([[1.0], [-0.5], [2.0]])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        loss = tf.reduce_mean(tf.nn.softplus(features @ weights))
    first = inner.gradient(loss, weights)
print(outer.gradient(first, weights, output_gradients=direction))
