# effect: ok
# a function is mapped over nine values: the last one counts as much as the first
import tensorflow as tf

rows = [tf.constant(float(number)) for number in range(8)]
last = tf.Variable(2.0)
a, b, c, d, e, f, g, h = rows
with tf.GradientTape() as tape:
    loss = tf.add_n(list(map(tf.square, [a, b, c, d, e, f, g, h, last])))
print(tape.gradient(loss, last))
