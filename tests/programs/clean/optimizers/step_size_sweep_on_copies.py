# effect: ok
# the same gradient tried with several rates, each on a fresh copy of the weights
import tensorflow as tf

w = tf.Variable([2.0, -1.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(w**4)
g = tape.gradient(loss, w)
results = {}
for rate in (0.001, 0.01, 0.1):
    trial = tf.Variable(w)
    tf.keras.optimizers.SGD(rate).apply_gradients([(g, trial)])
    results[rate] = float(tf.reduce_sum(trial**4))
print(min(results, key=results.get))
