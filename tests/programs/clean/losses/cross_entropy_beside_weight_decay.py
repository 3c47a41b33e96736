# effect: ok
# beside: TFG310
# a differentiable error beside weight decay
import tensorflow as tf

weights = tf.Variable([[0.1, 0.2], [0.3, 0.4]])
features = tf.constant([[1.0, 2.0], [3.0, -1.0]])
labels = tf.constant([0, 1])
with tf.GradientTape() as tape:
    logits = features @ weights
    error = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
    accuracy = tf.reduce_mean(tf.cast(tf.argmax(logits, axis=1) == [0, 1], tf.float32))
    loss = tf.reduce_mean(error) + 0.01 * tf.reduce_sum(tf.square(weights))
print(accuracy, tape.gradient(loss, weights))
