# effect: ok
# a new variable per restart, and a tensor of the same name in another function
import tensorflow as tf


def descend(seed):
    w = tf.Variable(tf.random.stateless_normal((2,), seed=(seed, 0)))
    for _ in range(2):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(w - 3.0))
        w.assign_sub(0.1 * tape.gradient(loss, w))
    return w


def report(w):
    w = w / tf.norm(w)
    return w.numpy().round(2)


for seed in range(2):
    w = descend(seed)
    print(seed, report(w))
