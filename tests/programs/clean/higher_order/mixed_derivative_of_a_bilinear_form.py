# effect: ok
# x W y is linear in each argument, and its mixed derivative is W
import tensorflow as tf


matrix = tf.constant([[1.0, 2.0], [3.0, 4.0]])
x = tf.Variable([1.0, -1.0])
y = tf.Variable([0.5, 2.0])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        form = tf.reduce_sum(x * tf.linalg.matvec(matrix, y))
    slope = inner.gradient(form, x)
print(outer.jacobian(slope, y))
