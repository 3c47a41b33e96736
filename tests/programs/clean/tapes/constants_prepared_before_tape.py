# effect: ok
# labels, masks and targets are made before the tape; no source is behind them
import tensorflow as tf

w = tf.Variable(tf.ones((3, 2)))
x = tf.constant([[1.0, 0.0, 2.0]])
labels = tf.one_hot(tf.constant([1]), 2)
mask = tf.cast(x > 0.0, tf.float32)
with tf.GradientTape() as tape:
    logits = tf.matmul(x * mask, w)
    loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels, logits))
scaled = loss * 100.0
print("percent", float(scaled), tape.gradient(loss, w))
