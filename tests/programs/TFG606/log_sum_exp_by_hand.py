# effect: nan
# the normalizer of a mixture
import tensorflow as tf

log_weights = tf.Variable([100.0, 2.0])
with tf.GradientTape() as tape:
    normalizer = tf.math.log(tf.reduce_sum(tf.exp(log_weights)))  # TFG606
print(tape.gradient(normalizer, log_weights))
