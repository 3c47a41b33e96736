# effect: wrong
# truth: [0.524979, 0.26249, -0.118775, 0.237549, 0.879926, 0.586618]
# elastic weight consolidation squares the sum of the gradients instead of summing their squares
import tensorflow as tf

w = tf.Variable([0.3, -0.8])
x = tf.constant([[1.0, 0.5], [0.2, -0.4], [1.5, 1.0]])
y = tf.constant([1.0, 0.0, 1.0])


def log_likelihoods():
    logits = tf.linalg.matvec(x, w)
    return -tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=logits)


with tf.GradientTape() as tape:
    log_probs = log_likelihoods()
per_sample = tape.gradient(log_probs, w)  # TFG502
fisher = tf.reduce_mean(tf.square(per_sample), axis=0)
print(fisher)
