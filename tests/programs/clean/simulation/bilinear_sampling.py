# effect: ok
# spatial transformer: floor and int casts give the corner, the weights carry the gradient
import tensorflow as tf

signal = tf.constant([0.0, 1.0, 4.0, 9.0, 16.0])


def sample(pos):
    lo = tf.floor(pos)
    i = tf.cast(lo, tf.int32)
    frac = pos - lo
    left = tf.gather(signal, i)
    right = tf.gather(signal, tf.minimum(i + 1, 4))
    return left * (1.0 - frac) + right * frac


shift = tf.Variable(0.3)
with tf.GradientTape() as tape:
    out = sample(tf.constant([0.0, 1.0, 2.0]) + shift)
    loss = tf.reduce_sum(tf.square(out))
print(tape.gradient(loss, shift))
