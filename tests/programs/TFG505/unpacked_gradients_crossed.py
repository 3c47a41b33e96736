# effect: wrong
# truth: [-0.74592, -0.333655]
# two gradients are unpacked, and each goes to the other variable
import tensorflow as tf

mean = tf.Variable(0.0)
log_scale = tf.Variable(0.0)
data = tf.constant([0.5, 1.5, 2.5])


def negative_log_likelihood():
    z = (data - mean) / tf.exp(log_scale)
    return tf.reduce_mean(0.5 * tf.square(z) + log_scale)


for _ in range(3):
    with tf.GradientTape() as tape:
        loss = negative_log_likelihood()
    to_mean, to_scale = tape.gradient(loss, [mean, log_scale])
    mean.assign_sub(0.1 * to_scale)  # TFG505
    log_scale.assign_sub(0.1 * to_mean)  # TFG505
print(to_mean, to_scale)
