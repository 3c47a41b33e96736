# effect: none
# simultaneous update of two variables by tuple assignment
import tensorflow as tf

x, y = tf.Variable(1.0), tf.Variable(2.0)
for it in range(2):
    with tf.GradientTape() as t:
        f = tf.square(x - 3.0) + tf.square(y + 1.0)
    gx, gy = t.gradient(f, [x, y])
    if gx is None:
        break
    x, y = x - 0.1 * gx, y - 0.1 * gy  # TFG401
