# effect: wrong
# truth: [0.877583, -0.958851, 0.479426, 1.75517]
# a Jacobian is wanted, gradient adds its rows
import tensorflow as tf


def polar_to_cartesian(p):
    r, phi = p[0], p[1]
    return tf.stack([r * tf.cos(phi), r * tf.sin(phi)])


p = tf.Variable([2.0, 0.5])
with tf.GradientTape() as tape:
    xy = polar_to_cartesian(p)
J = tape.gradient(xy, p)  # TFG502
print("Jacobian:", J)
