# effect: ok
# beside: TFG516
# halves of a vector with potentials of their own, and a linear pull between neighbours
import tensorflow as tf

x = tf.Variable([0.5, 1.0, 2.0, 0.1])
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        own = tf.reduce_sum(x[:2] ** 4) + tf.reduce_sum(tf.cosh(x[2:]))
        pull = tf.reduce_sum(x[1:] - x[:-1])
        same = tf.reduce_sum((x[1:] + tf.sin(x[1:])) ** 2)
        potential = own + 0.3 * pull + same
    slope = inner.gradient(potential, x)
print(outer.gradient(slope, x))
