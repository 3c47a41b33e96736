# effect: none
# an initial value given as a callable is read as a value all the same
import tensorflow as tf

gain = tf.Variable(2.0)
with tf.GradientTape() as tape:
    filtered = tf.Variable(lambda: gain * tf.constant([1.0, 2.0]))  # TFG402
    power = tf.reduce_sum(filtered * filtered)
print(tape.gradient(power, gain))
