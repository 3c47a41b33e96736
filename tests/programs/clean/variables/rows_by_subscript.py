# effect: ok
# a subscript has a dense gradient
import tensorflow as tf

table = tf.Variable(tf.ones((5, 2)))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(table[1] * table[3])
gradient = tape.gradient(loss, table)
table.assign(table - 0.1 * gradient)
