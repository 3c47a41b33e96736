# effect: nan
# relu gives exact zeros, sqrt has an infinite slope there
import tensorflow as tf

z = tf.Variable([-1.0, 0.5, 2.0])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(tf.sqrt(tf.nn.relu(z)))  # TFG602
print(tape.gradient(y, z))
