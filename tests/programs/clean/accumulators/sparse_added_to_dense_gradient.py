# effect: ok
# beside: TFG117
# one of the two gradients is dense, because its loss uses the whole table
import tensorflow as tf

table = tf.Variable(tf.random.normal((7, 3), seed=1))
with tf.GradientTape(persistent=True) as tape:
    lookup = tf.reduce_sum(tf.gather(table, [0, 2, 2]) ** 2)
    decay = tf.reduce_sum(table**2)
of_lookup = tape.gradient(lookup, table)
of_decay = tape.gradient(decay, table)
table.assign_sub(tf.constant(0.1) * (of_decay + of_lookup))
