# effect: ok
# beside: TFG312
# the start is inside, on the bound, or inside for one of several numbers
import tensorflow as tf

rate = tf.Variable(0.5)
edge = tf.Variable(1.0)
several = tf.Variable([0.5, 2.5])
with tf.GradientTape() as tape:
    loss = tf.square(tf.clip_by_value(rate, 0.0, 1.0) - 0.2)
    loss += tf.square(tf.clip_by_value(edge, 0.0, 1.0) - 0.2)
    loss += tf.reduce_sum(tf.square(tf.minimum(several, 2.0)))
print(tape.gradient(loss, [rate, edge, several]))
