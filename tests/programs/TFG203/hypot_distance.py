# effect: none
# math.hypot returns a Python float
from math import hypot

import tensorflow as tf

px, py = tf.Variable(3.0), tf.Variable(4.0)
with tf.GradientTape() as tape:
    distance = tf.constant(hypot(px, py))  # TFG203
    loss = (distance - 1.0) ** 2
print(tape.gradient(loss, [px, py]))
