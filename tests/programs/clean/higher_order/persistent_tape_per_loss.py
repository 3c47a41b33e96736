# effect: ok
# persistent tape, one query for each loss
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
with tf.GradientTape(persistent=True) as tape:
    data_loss = tf.reduce_sum(w**2)
    prior_loss = tf.reduce_sum(tf.abs(w - 3.0))
g_data, g_prior = (tape.gradient(l, w) for l in (data_loss, prior_loss))
del tape
print(tf.reduce_sum(g_data * g_prior))
