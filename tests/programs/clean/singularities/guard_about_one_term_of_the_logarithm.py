# effect: ok
# beside: TFG603
# The ratio is 0/0 at zero, which `divide_no_nan` handles; the logarithm there is that of one.
import tensorflow as tf

correlation = tf.constant(0.3)
moneyness = tf.Variable([0.0, 0.2, 1.5])

with tf.GradientTape() as tape:
    root = tf.sqrt(1.0 - 2.0 * correlation * moneyness + moneyness * moneyness)
    angle = tf.math.log((root - correlation + moneyness) / (1.0 - correlation))
    ratio = tf.math.divide_no_nan(moneyness, angle)
    factor = tf.where(tf.abs(moneyness) > 1e-6, ratio, 1.0)
    loss = tf.reduce_sum(factor)
print(tape.gradient(loss, moneyness))
