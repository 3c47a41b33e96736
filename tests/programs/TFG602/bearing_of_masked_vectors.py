# effect: nan
# where the mask is zero, both arguments are
import tensorflow as tf

u = tf.Variable([1.0, -2.0])
v = tf.Variable([0.5, 3.0])
inside = tf.constant([1.0, 0.0])
with tf.GradientTape() as tape:
    angle = tf.atan2(v * inside, u * inside)  # TFG602
    loss = tf.reduce_sum(angle)
print(tape.gradient(loss, [u, v]))
