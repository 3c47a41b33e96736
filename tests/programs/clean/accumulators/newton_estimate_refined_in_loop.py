# effect: ok
# the loop refines one estimate (Newton for a square root), it is no sum
import tensorflow as tf

a = tf.Variable(9.0)


def newton_sqrt(v, steps=6):
    estimate = tf.ones_like(v)
    for _ in range(steps):
        estimate = 0.5 * (estimate + v / estimate)
    return estimate


def cascade(v, stages):
    out = tf.zeros_like(v)
    for stage in stages:
        out = stage(v)
        v = out
    return out


with tf.GradientTape() as tape:
    y = newton_sqrt(a) + cascade(a, [tf.sin, tf.exp, newton_sqrt])
print(tape.gradient(y, a))
