# effect: ok
# What is compared only chooses the row of the denominator; it is never divided by
import tensorflow as tf

values = tf.Variable([0.5, 1.5, 2.5])
table = tf.constant([2.0, 4.0, 8.0])
rows = tf.constant([0, 1, 2])
with tf.GradientTape() as tape:
    scaled = values / tf.gather(table, rows)
    loss = tf.reduce_sum(tf.where(rows > 0, scaled, values))
print(tape.gradient(loss, values))
