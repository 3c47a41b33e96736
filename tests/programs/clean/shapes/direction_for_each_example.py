# effect: ok
# beside: TFG511
# the program weighs the elements of the target itself
import tensorflow as tf

w = tf.Variable([0.3, 0.2])
data = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
with tf.GradientTape() as tape:
    each = tf.square(tf.linalg.matvec(data, w)) + tf.reduce_sum(w ** 2)
gradient = tape.gradient(each, w, output_gradients=tf.fill([3], 1.0 / 3.0))
