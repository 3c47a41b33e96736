# effect: wrong
# truth: [20.0, 28.0]
# Newton's method entry by entry; the square of the length couples all entries
import tensorflow as tf

place = tf.Variable([1.0, 2.0])
with tf.GradientTape() as second:
    with tf.GradientTape() as first:
        bowl = tf.reduce_sum(tf.square(place))
        height = 0.5 * tf.square(bowl) + 4.0 * tf.square(place[0]) + place[0] * place[1]
    slope = first.gradient(height, place)
curvature = second.gradient(slope, place)  # TFG516
print(curvature)
