# effect: wrong
# truth: [1, 0, 1, 1, 1, 2]
# Gauss-Newton needs every residual's row of the Jacobian
import tensorflow as tf

t = tf.constant([0.0, 1.0, 2.0])
y = tf.constant([1.0, 2.0, 2.5])
theta = tf.Variable([0.5, 0.5])

with tf.GradientTape() as tape:
    residuals = theta[0] + theta[1] * t - y
J = tape.gradient(residuals, theta)  # TFG502
JTJ = tf.tensordot(J, J, axes=0) + 1e-3 * tf.eye(2)
step = tf.linalg.solve(JTJ, tf.reshape(J, (2, 1)) * tf.reduce_mean(residuals))
theta.assign_sub(step[:, 0])
print(theta.numpy())
