# effect: ok
# the direction is given to the outer query
import tensorflow as tf

weights = tf.Variable([[0.1, 0.2], [0.3, 0.8]])
direction = tf.constant([[1.0, 0.0], [0.0, 0.0]])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        loss = tf.reduce_sum(tf.tanh(weights @ tf.constant([[1.0], [2.0]])))
    slopes = inner.gradient(loss, weights)
print(outer.gradient(slopes, weights, output_gradients=direction))
