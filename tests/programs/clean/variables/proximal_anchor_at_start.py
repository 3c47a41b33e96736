# effect: ok
# the starting point of a proximal term is meant to stay fixed
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
anchor = tf.constant(w)
for _ in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(w**2) + 0.5 * tf.reduce_sum(tf.square(w - anchor))
    w.assign_sub(0.1 * tape.gradient(loss, w))
