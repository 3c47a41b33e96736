# effect: ok
# Lagrange multiplier: descent in x by one tape, ascent in the multiplier by assign
import tensorflow as tf

x = tf.Variable([1.0, 1.0])
multiplier = tf.Variable(0.0)
temperature = tf.Variable(1.0, trainable=False)
for _ in range(3):
    with tf.GradientTape() as tape:
        cost = tf.reduce_sum(tf.square(x)) / temperature
        violation = 1.0 - tf.reduce_sum(x) * 0.25
        lagrangian = cost + multiplier * violation
    gx = tape.gradient(lagrangian, x)
    x.assign_sub(0.1 * gx)
    multiplier.assign(tf.maximum(multiplier + 0.5 * violation, 0.0))
    temperature.assign(tf.maximum(temperature * 0.9, 0.1))
