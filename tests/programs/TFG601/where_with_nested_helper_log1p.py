# effect: nan
# the guard is in the caller, the singular function two helpers down
import tensorflow as tf


def log_complement(p):
    return tf.math.log1p(-p)  # TFG601


def hazard(p):
    return -log_complement(p)


rates = tf.Variable([0.2, 1.0, 0.5])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.where(rates < 1.0, hazard(rates), 10.0))
print(tape.gradient(loss, rates))
