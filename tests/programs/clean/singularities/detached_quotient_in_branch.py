# effect: ok
# The quotient is detached: whatever its gradient would be, nobody asks for it
import tensorflow as tf

scores = tf.Variable([0.5, -1.0, 2.0])
labels = tf.constant([1, 0, 0])
with tf.GradientTape() as tape:
    weights = tf.exp(scores)
    share = tf.stop_gradient(weights / tf.gather(tf.cumsum(weights), tf.maximum(labels, 0)))
    elements = tf.where(
        labels > 0, -tf.math.log_sigmoid(scores), -tf.math.log_sigmoid(-scores) * share
    )
    loss = tf.reduce_sum(elements)
print(tape.gradient(loss, scores))
