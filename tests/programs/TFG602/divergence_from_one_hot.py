# effect: nan
# 0 · log(0 / q) is zero on paper
import tensorflow as tf

q = tf.Variable([[0.2, 0.3, 0.5]])
with tf.GradientTape() as tape:
    truth = tf.one_hot([1], 3)
    kl = tf.reduce_sum(truth * tf.math.log(truth / q), axis=-1)  # TFG602
    loss = tf.reduce_mean(kl)
print(tape.gradient(loss, q))
