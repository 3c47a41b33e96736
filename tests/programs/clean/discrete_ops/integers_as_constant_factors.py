# effect: ok
# int(), np.argmax and np.round have slope zero wherever they have one: nothing is missing
import numpy as np
import tensorflow as tf

x = tf.Variable([0.65, 2.2])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(x * int(x[1]) + x * np.argmax(x) + tf.square(x) * np.round(x))
print(tape.gradient(loss, x))
