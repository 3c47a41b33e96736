# effect: none
# len() gives an int, so the variable is an integer one
import tensorflow as tf

samples = [0.2, 0.4, 0.9]
n = tf.Variable(len(samples))  # TFG304

with tf.GradientTape() as tape:
    mean = sum(samples) / tf.cast(n, tf.float32)
print(tape.gradient(mean, n))
