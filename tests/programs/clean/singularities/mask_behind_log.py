# effect: ok
# beside: TFG603
# the probabilities are not zero, only their logarithms are masked
import tensorflow as tf

logits = tf.Variable([[0.2, 0.3, 0.5], [0.1, 0.2, 0.3]])
labels = tf.constant([2, 0])
mask = tf.cast(tf.not_equal(labels, 0), tf.float32)
with tf.GradientTape() as tape:
    p = tf.nn.softmax(logits) + 1e-9
    chosen = tf.reduce_sum(tf.one_hot(labels, 3) * tf.math.log(p), axis=1)
    loss = -tf.reduce_sum(chosen * mask) / tf.reduce_sum(mask)
print(tape.gradient(loss, logits))
