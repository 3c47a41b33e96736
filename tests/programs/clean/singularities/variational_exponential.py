# effect: ok
# beside: TFG606
# exponentials of log-variances in a divergence
import tensorflow as tf

mean = tf.Variable([0.1, 0.2])
log_variance = tf.Variable([0.3, -0.2])
with tf.GradientTape() as tape:
    kl = 0.5 * tf.reduce_sum(tf.exp(log_variance) + tf.square(mean) - 1.0 - log_variance)
    sample = mean + tf.exp(0.5 * log_variance) * tf.constant([0.3, -1.0])
    loss = kl + tf.reduce_sum(tf.square(sample))
print(tape.gradient(loss, [mean, log_variance]))
