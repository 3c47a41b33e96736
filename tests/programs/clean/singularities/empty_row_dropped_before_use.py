# effect: ok
# beside: TFG607
# the row without a step is dropped before it meets a weight
import tensorflow as tf

valid = tf.constant([[True, False], [False, False]])
scores = tf.Variable([[0.5, 1.0], [1.5, -1.0]])
weights = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    share = tf.nn.softmax(tf.where(valid, scores, float("-inf")))
    used = tf.gather(share, [0])
    loss = tf.reduce_sum(used * weights)
print(tape.gradient(loss, [scores, weights]))
