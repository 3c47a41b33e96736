# effect: nan
# the guarded log is still differentiated at zero
import tensorflow as tf

p = tf.Variable([0.0, 0.25, 0.75])
with tf.GradientTape() as tape:
    terms = tf.where(p > 0.0, -p * tf.math.log(p), tf.zeros_like(p))  # TFG601
    entropy = tf.reduce_sum(terms)
print(tape.gradient(entropy, p))
