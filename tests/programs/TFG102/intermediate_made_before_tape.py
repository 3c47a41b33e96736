# effect: none
# the source is the result of an op made before the tape
import tensorflow as tf

log_sigma = tf.Variable(0.1)
sigma = tf.exp(log_sigma)

with tf.GradientTape() as tape:
    nll = 0.5 * tf.square(1.3 / sigma) + tf.math.log(sigma)
print("d nll / d sigma:", tape.gradient(nll, sigma))  # TFG102
