# effect: ok
# so much is computed in the loop that nobody looks at all of it: no reason to miss the old total
import tensorflow as tf

scale = tf.Variable(1.001)


def twice(x):
    return 0.5 * (x * scale + x * x) + 0.1 * tf.sin(x) + tf.reduce_mean(x) * scale


def four_times(x):
    return twice(twice(x)) + twice(twice(x) * 0.5) - twice(twice(x) * 0.3)


def often(x):
    return 0.1 * four_times(four_times(x)) + four_times(four_times(x) * 0.5)


def very_often(x):
    return tf.tanh(often(often(x) * 0.1) - often(often(x) * 0.2) + often(0.1 * x))


with tf.GradientTape() as tape:
    total = tf.zeros([])
    for weight in (0.1, 0.2):
        first = very_often(scale * weight)
        second = very_often(first) * very_often(first * 0.5) + very_often(first * 0.3)
        total = total * 1.0 + very_often(second) * very_often(second * 0.5)
    loss = total * total
print(tape.gradient(loss, scale))
