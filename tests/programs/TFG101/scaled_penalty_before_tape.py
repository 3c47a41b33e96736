# effect: wrong
# truth: [-0.8, -1.4, 0.1]
# the weights' norm is computed before the tape and added with a factor
import tensorflow as tf

weight = tf.Variable([1.0, -2.0, 3.0])
x = tf.constant([1.0, 1.0, 0.5])
size = tf.reduce_sum(tf.square(weight))  # TFG101
with tf.GradientTape() as tape:
    error = tf.square(tf.reduce_sum(weight * x) - 1.0)
    objective = error + 0.1 * size
print(tape.gradient(objective, weight))
