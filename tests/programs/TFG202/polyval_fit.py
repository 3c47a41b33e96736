# effect: none
# np.polyval turns the coefficient into an array
import numpy as np
import tensorflow as tf

t = tf.Variable(1.5)
with tf.GradientTape() as tape:
    height = np.polyval([-4.9, 10.0, 2.0], t)  # TFG202
    loss = tf.square(height - 5.0)
print(tape.gradient(loss, t))
