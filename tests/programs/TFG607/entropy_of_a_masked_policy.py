# effect: nan
# probabilities of zero times scores of minus infinity
import tensorflow as tf

a = tf.Variable([1.0, 2.0, 3.0])
mask = tf.constant([True, False, True])
with tf.GradientTape() as tape:
    logits = tf.where(mask, a, tf.fill([3], float("-inf")))
    logp = logits - tf.reduce_logsumexp(logits)
    p = tf.exp(logp)
    entropy = -tf.reduce_sum(p * logp)  # TFG607
print(entropy.numpy(), tape.gradient(entropy, a))
