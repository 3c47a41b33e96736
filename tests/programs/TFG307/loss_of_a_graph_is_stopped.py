# effect: error
# raises: ValueError
# an optimizer of TensorFlow 1 asks for the gradients of all variables of the graph
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
features = tf.placeholder(tf.float32, [None, 2])
weight = tf.get_variable("weight", [2, 1])
loss = tf.reduce_mean(tf.square(tf.matmul(features, weight) - 1.0))
step = tf.train.GradientDescentOptimizer(0.1).minimize(tf.stop_gradient(loss))  # TFG307
