# effect: error
# raises: AttributeError
# own update loop over zip(gradients, variables) with the names the other way round
import tensorflow as tf

weights = [tf.Variable([1.0, 2.0]), tf.Variable(0.5)]
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(weights[0])) * weights[1]
gradients = tape.gradient(loss, weights)
for variable, gradient in zip(gradients, weights):  # TFG505
    variable.assign_sub(0.1 * gradient)
