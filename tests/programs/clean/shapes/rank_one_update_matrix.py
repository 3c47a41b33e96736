# effect: ok
# beside: TFG510
# an outer product of a column and a vector that is used as a matrix
import tensorflow as tf

left = tf.Variable(tf.ones([3, 1]) * 0.2)
right = tf.Variable([0.1, 0.2, 0.3])
x = tf.constant([[1.0, 2.0, 3.0], [0.5, 0.1, 0.9]])
with tf.GradientTape() as tape:
    matrix = tf.eye(3) + left * right
    loss = tf.reduce_mean(tf.square(tf.matmul(x, matrix) - x))
gradients = tape.gradient(loss, [left, right])
