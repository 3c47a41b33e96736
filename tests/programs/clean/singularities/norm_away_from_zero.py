# effect: ok
# the variable starts away from zero, and two different sets of points never touch
import tensorflow as tf

w = tf.Variable([3.0, 4.0])
centres = tf.Variable([[10.0, 0.0], [0.0, 10.0]])
data = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
with tf.GradientTape() as tape:
    to_centre = tf.norm(data[:, None, :] - centres[None, :, :], axis=-1)
    loss = tf.norm(w) + tf.reduce_sum(tf.reduce_min(to_centre, axis=1))
print(tape.gradient(loss, [w, centres]))
