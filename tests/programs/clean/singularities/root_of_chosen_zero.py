# effect: ok
# so does `tf.where`
import tensorflow as tf

x = tf.Variable([-1.0, 0.5, 2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.sqrt(tf.where(x > 0.0, x, 0.0)))
print(tape.gradient(loss, x))
