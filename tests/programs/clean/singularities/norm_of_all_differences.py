# effect: ok
# one norm of all differences is not zero, though the diagonal is
import tensorflow as tf

points = tf.Variable([[0.0, 0.0], [3.0, 4.0]])
with tf.GradientTape() as tape:
    differences = points[:, None, :] - points[None, :, :]
    spread = tf.norm(differences) + tf.sqrt(tf.reduce_sum(tf.square(differences)))
print(tape.gradient(spread, points))
