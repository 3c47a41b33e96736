# effect: ok
# list of losses, one gradient per variable: their sum is trained
import tensorflow as tf

shared = tf.Variable(1.0)
head_a, head_b = tf.Variable(2.0), tf.Variable(3.0)
with tf.GradientTape() as tape:
    h = tf.tanh(shared)
    losses = [tf.square(head_a * h - 1.0), tf.square(head_b * h - 2.0)]
variables = [shared, head_a, head_b]
for v, g in zip(variables, tape.gradient(losses, variables)):
    v.assign_sub(0.1 * g)
