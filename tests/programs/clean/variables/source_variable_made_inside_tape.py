# effect: ok
# the variable is made inside the tape, but it is the source itself
import tensorflow as tf

target = tf.constant([1.0, 2.0, 3.0])
with tf.GradientTape() as tape:
    z = tf.Variable(tf.zeros_like(target))
    loss = tf.reduce_sum(tf.square(z - target))
print(tape.gradient(loss, z))
