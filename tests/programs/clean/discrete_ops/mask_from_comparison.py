# effect: ok
# the comparison gives a mask, the values keep their gradient
import tensorflow as tf

x = tf.Variable([-1.0, 0.5, 2.0])
with tf.GradientTape() as tape:
    positive = tf.cast(x > 0.0, tf.float32)
    relu = x * positive
    leaky = tf.where(x < 0.0, 0.1 * x, x)
    kept = tf.boolean_mask(x, x > 0.1)
    loss = tf.reduce_sum(relu) + tf.reduce_sum(leaky) + tf.reduce_mean(kept)
print(tape.gradient(loss, x))
