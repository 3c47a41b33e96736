# effect: ok
# beside: TFG117
# the penalty reads the whole table, so the gradient is dense
import tensorflow as tf

table = tf.Variable(tf.ones((5, 2)))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.gather(table, [1, 3])) + 0.1 * tf.nn.l2_loss(table)
gradient = tape.gradient(loss, table)
table.assign_sub(0.1 * gradient)
