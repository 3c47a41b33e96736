# effect: ok
# the argument is made safe before the singular function sees it
import tensorflow as tf

x = tf.Variable([0.0, -1.0, 2.0])
with tf.GradientTape() as tape:
    ok = x > 0.0
    safe = tf.where(ok, x, 1.0)
    y = tf.reduce_sum(tf.where(ok, tf.math.log(safe), 0.0) + tf.where(ok, 1.0 / safe, 0.0))
print(tape.gradient(y, x))
