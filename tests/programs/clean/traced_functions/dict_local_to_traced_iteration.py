# effect: ok
# a dict made anew in each iteration of a graph loop, nothing of it survives the body
import tensorflow as tf

gain = tf.Variable(1.5)


@tf.function
def energy(xs):
    total = tf.constant(0.0)
    for i in tf.range(3):
        parts = {}
        parts["kinetic"] = gain * xs[i] ** 2
        parts["potential"] = tf.cos(gain * xs[i])
        terms = []
        for name in sorted(parts):
            terms.append(parts[name])
        total += tf.add_n(terms)
    return total


with tf.GradientTape() as tape:
    y = energy(tf.constant([1.0, 2.0, 3.0]))
print(tape.gradient(y, gain))
