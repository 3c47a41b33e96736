# effect: wrong
# truth: [2, 4, -1, -1]
# two losses, one weight vector: the pair that comes back is the two components of the sum
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    data_loss = tf.reduce_sum(w**2)
    prior_loss = tf.reduce_sum(tf.abs(w - 3.0))
g_data, g_prior = tape.gradient([data_loss, prior_loss], w)  # TFG504
print("data", g_data, "prior", g_prior)
