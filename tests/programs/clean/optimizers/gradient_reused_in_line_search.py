# effect: ok
# one direction, several trial points, each set from the remembered start
import tensorflow as tf

w = tf.Variable([3.0, -2.0])


def f():
    return tf.reduce_sum(tf.square(w) * [1.0, 10.0])


for _ in range(2):
    with tf.GradientTape() as tape:
        before = f()
    g = tape.gradient(before, w)
    start, step = tf.identity(w), 1.0
    while True:
        w.assign(start - step * g)
        if f() < before:
            break
        step *= 0.5
print(w.numpy())
