# effect: ok
# beside: TFG312, TFG603
# the branch cannot reach its singular point
import tensorflow as tf

EPS = 1e-7
x = tf.Variable([0.0, 0.5, 1.0])
with tf.GradientTape() as tape:
    lo = tf.math.log(tf.maximum(x, EPS))
    hi = tf.math.log1p(-tf.clip_by_value(x, EPS, 1.0 - EPS))
    y = tf.reduce_sum(tf.where(x > 0.5, lo, hi))
print(tape.gradient(y, x))
