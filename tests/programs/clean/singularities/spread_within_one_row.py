# effect: ok
# the batch has one row; the spread is that of its features
import tensorflow as tf

scale = tf.Variable([[1.0, -2.0, 0.5, 4.0]])
with tf.GradientTape() as tape:
    within = tf.math.reduce_std(scale * 3.0, axis=-1)
    overall = tf.math.reduce_std(scale)
    loss = tf.reduce_sum(within) + overall
print(tape.gradient(loss, scale))
