# effect: ok
# tf.constant of an eager tensor passes gradients on; convert_to_tensor passes them for variables
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    doubled = tf.constant(w * 2.0)
    same = tf.convert_to_tensor(w)
    loss = tf.reduce_sum(doubled * same)
print(tape.gradient(loss, w))
