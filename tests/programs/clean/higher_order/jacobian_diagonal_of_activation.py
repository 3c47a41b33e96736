# effect: ok
# beside: TFG517
# the Jacobian of an elementwise map is diagonal, and only its diagonal is asked for
import tensorflow as tf

x = tf.Variable([-1.0, 0.5, 2.0])
with tf.GradientTape() as tape:
    y = x * tf.sigmoid(1.7 * x)
jacobian_diag = tape.gradient(y, x)
J = tf.linalg.diag(jacobian_diag)
print(J.numpy())
