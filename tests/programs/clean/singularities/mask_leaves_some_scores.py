# effect: ok
# beside: TFG607
# the mask leaves a score in every row
import tensorflow as tf

keep = tf.constant([[True, True, False], [True, False, False]])
scores = tf.Variable([[0.5, 1.0, 2.0], [1.5, -1.0, 0.0]])
values = tf.Variable([[1.0], [2.0], [3.0]])
with tf.GradientTape() as tape:
    share = tf.nn.softmax(tf.where(keep, scores, float("-inf")))
    loss = tf.reduce_sum(share @ values)
print(tape.gradient(loss, [scores, values]))
