# effect: ok
# beside: TFG607
# labels times log-probabilities of finite scores
import tensorflow as tf

logits = tf.Variable([[1.0, 2.0, 3.0]])
labels = tf.one_hot([1], 3)
allowed = tf.constant([[True, True, False]])
with tf.GradientTape() as tape:
    scores = tf.where(allowed, logits, -1e9)
    loss = -tf.reduce_sum(labels * tf.nn.log_softmax(scores))
print(tape.gradient(loss, logits))
