# effect: ok
# `tf.maximum` chooses: where it takes the zero, no gradient goes to the source
import tensorflow as tf

x = tf.Variable([-1.0, 0.5, 2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.sqrt(tf.maximum(x, 0.0)))
print(tape.gradient(loss, x))
