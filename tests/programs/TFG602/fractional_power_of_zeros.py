# effect: nan
# a concentration that starts at zero, with reaction order one half
import tensorflow as tf


def reaction_rate(c, k=2.0, order=0.5):
    return k * c**order  # TFG602


concentration = tf.Variable(tf.zeros((3,)))
with tf.GradientTape() as tape:
    total = tf.reduce_sum(reaction_rate(concentration))
print(tape.gradient(total, concentration))
