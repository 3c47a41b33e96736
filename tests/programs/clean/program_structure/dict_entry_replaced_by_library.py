# effect: ok
# code that is not of the program puts something in the place of an entry
import operator

import tensorflow as tf

weight = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    totals = {"data": tf.constant(0.0)}
    operator.setitem(totals, "data", tf.reduce_sum(tf.square(weight)))
    loss = totals["data"]
print(tape.gradient(loss, weight))
