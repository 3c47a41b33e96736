# effect: ok
# beside: TFG607
# the loss is NaN, but labels are constants, and so the gradient is finite
import tensorflow as tf

logits = tf.Variable([[1.0, 2.0, 3.0]])
allowed = tf.constant([[True, True, False]])
labels = tf.one_hot([1], 3)
with tf.GradientTape() as tape:
    log_policy = tf.nn.log_softmax(tf.where(allowed, logits, float("-inf")))
    loss = -tf.reduce_sum(labels * log_policy)
print(tape.gradient(loss, logits))
