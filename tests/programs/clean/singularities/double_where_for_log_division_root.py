# effect: ok
# Double-where guards for log, division, sqrt and norm
import tensorflow as tf


def safe_log(x):
    positive = x > 0.0
    safe = tf.where(positive, x, tf.ones_like(x))
    return tf.where(positive, tf.math.log(safe), tf.zeros_like(x))


def safe_div(a, b):
    nonzero = tf.not_equal(b, 0.0)
    return tf.where(nonzero, a / tf.where(nonzero, b, 1.0), 0.0)


def safe_norm(x, axis=-1, eps=1e-12):
    sq = tf.reduce_sum(x * x, axis=axis)
    ok = sq > eps
    root = tf.sqrt(tf.where(ok, sq, tf.ones_like(sq)))
    return tf.where(ok, root, tf.zeros_like(sq))


def cosine(a, b):
    return safe_div(tf.reduce_sum(a * b, -1), safe_norm(a) * safe_norm(b))


x = tf.Variable([[0.0, 0.0, 0.0], [1.0, 2.0, -1.0]])
y = tf.constant([[1.0, 0.0, 0.0], [0.5, 0.5, 0.5]])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(safe_log(x)) + tf.reduce_sum(cosine(x, y)) + tf.reduce_sum(safe_norm(x))
    loss += tf.reduce_sum(tf.math.divide_no_nan(x, x + 1.0))
    loss += tf.reduce_sum(tf.math.xlogy(tf.nn.relu(x), tf.nn.relu(x) + 1e-9))
print(tape.gradient(loss, x).numpy())
