# effect: ok
# the argument is replaced before the singular function, in three spellings
import tensorflow as tf

x = tf.Variable([0.0, 0.5, -1.0, 2.0])


def safe_log(v):
    good = v > 0.0
    inside = tf.where(good, v, tf.ones_like(v))
    return tf.where(good, tf.math.log(inside), tf.zeros_like(v))


def ratio(a, b):
    return tf.where(b == 0.0, 0.0, a / tf.where(b == 0.0, 1.0, b))


with tf.GradientTape() as tape:
    root = tf.where(x > 0.0, tf.maximum(x, 1e-6) ** 0.5, 0.0)
    loss = tf.reduce_sum(safe_log(x) + ratio(tf.sin(x), x) + root)
print(tape.gradient(loss, x))
