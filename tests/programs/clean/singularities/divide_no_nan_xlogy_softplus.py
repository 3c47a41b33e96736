# effect: ok
# beside: TFG606
# divide_no_nan, xlogy and softplus have gradients of their own at the singular point
import tensorflow as tf

p = tf.Variable([0.0, 0.25, 0.75])
q = tf.constant([0.1, 0.4, 0.5])
with tf.GradientTape() as tape:
    ratio = tf.math.divide_no_nan(p, q * 0.0)
    cross = tf.math.xlogy(q, p + 1e-3)
    y = tf.reduce_sum(ratio + cross + tf.nn.softplus(p * 100.0))
print(tape.gradient(y, p))
