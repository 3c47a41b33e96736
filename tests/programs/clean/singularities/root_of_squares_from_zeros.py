# effect: ok
# a root with a margin of weights that start at zero
import tensorflow as tf

offset = tf.Variable(tf.zeros(3))
with tf.GradientTape() as tape:
    smooth = tf.sqrt(tf.square(offset) + 1e-6)
    loss = tf.reduce_sum(smooth) + tf.reduce_sum(tf.abs(offset - 1.0) ** 0.5)
print(tape.gradient(loss, offset))
