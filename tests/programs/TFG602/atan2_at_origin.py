# effect: nan
# the angle of the zero vector
import tensorflow as tf

velocity = tf.Variable(tf.zeros(2))
with tf.GradientTape() as tape:
    heading = tf.atan2(velocity[1], velocity[0])  # TFG602
    loss = tf.square(heading - 1.0) + tf.reduce_sum(velocity)
print(tape.gradient(loss, velocity))
