# effect: ok
# beside: TFG514
# functions that know the limit
import tensorflow as tf

q = tf.Variable([[0.2, 0.3, 0.5]])
with tf.GradientTape() as tape:
    truth = tf.one_hot([1], 3)
    kl = tf.math.xlogy(truth, truth) - tf.math.xlogy(truth, q)
    ratio = tf.math.divide_no_nan(truth, q)
    loss = tf.reduce_sum(kl) + tf.reduce_sum(ratio)
print(tape.gradient(loss, q))
