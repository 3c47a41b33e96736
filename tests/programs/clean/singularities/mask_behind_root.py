# effect: ok
# the mask multiplies the root, which passes no gradient where its upstream is zero
import tensorflow as tf

x = tf.Variable([0.0, 0.5, 2.0])
mask = tf.constant([0.0, 1.0, 1.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.sqrt(x) * mask)
print(tape.gradient(loss, x))
