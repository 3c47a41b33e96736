# effect: wrong
# truth: [5.0, 8.0]
# a saddle of two coordinates, read one by one from a vector
import tensorflow as tf

point = tf.Variable([0.5, -1.0])
with tf.GradientTape() as second:
    with tf.GradientTape() as first:
        height = (2.0 * point[1] - point[0]) ** 2 + 1.5 * point[0] ** 2
    slope = first.gradient(height, point)
print(second.gradient(slope, point))  # TFG516
