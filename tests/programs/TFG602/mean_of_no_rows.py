# effect: nan
# the sum of a mask of zeros is the divisor
import tensorflow as tf

weights = tf.Variable([1.0, 2.0])
valid = tf.zeros(2)
with tf.GradientTape() as tape:
    errors = tf.square(weights - 3.0)
    loss = tf.reduce_sum(errors) / tf.reduce_sum(valid)  # TFG602
print(tape.gradient(loss, weights))
