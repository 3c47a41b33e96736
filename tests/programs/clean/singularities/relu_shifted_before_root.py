# effect: ok
# relu is shifted or squared before the root
import tensorflow as tf

z = tf.Variable([-1.0, 0.5, 2.0])
with tf.GradientTape() as tape:
    a = tf.sqrt(tf.nn.relu(z) + 1e-6)
    b = tf.sqrt(tf.maximum(z, 1e-3))
    c = tf.math.log1p(tf.nn.relu(z))
    y = tf.reduce_sum(a + b + c)
print(tape.gradient(y, z))
