# effect: ok
# beside: TFG605
# the bounds stay inside; and a number of which exactly 1 is not expected
import tensorflow as tf

angles = tf.Variable([0.0, 0.5])
heights = tf.Variable([0.3, -0.6])
with tf.GradientTape() as tape:
    c, s = tf.cos(angles), tf.sin(angles)
    turn = tf.stack([tf.stack([c, -s], axis=-1), tf.stack([s, c], axis=-1)], axis=-2)
    cosine = tf.linalg.trace(tf.matmul(turn, turn, transpose_b=True)) / 2.0
    loss = tf.reduce_sum(tf.acos(tf.clip_by_value(cosine, -0.9999, 0.9999)))
    loss += tf.reduce_sum(tf.asin(tf.clip_by_value(heights, -1.0, 1.0)))
print(tape.gradient(loss, [angles, heights]))
