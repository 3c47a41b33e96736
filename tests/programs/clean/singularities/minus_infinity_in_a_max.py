# effect: ok
# beside: TFG607
# masked scores go into a logsumexp, which ignores minus infinity
import tensorflow as tf

scores = tf.Variable([1.0, 2.0, 3.0])
allowed = tf.constant([True, False, True])
with tf.GradientTape() as tape:
    masked = tf.where(allowed, scores, float("-inf"))
    loss = tf.reduce_logsumexp(masked) - masked[0]
print(tape.gradient(loss, scores))
