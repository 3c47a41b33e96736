# effect: nan
# the length of the zero vector has no derivative
import tensorflow as tf

offset = tf.Variable(tf.zeros(3))
with tf.GradientTape() as tape:
    penalty = tf.norm(offset)  # TFG602
    loss = 0.1 * penalty + tf.reduce_sum(tf.square(offset - 1.0))
print(tape.gradient(loss, offset))
