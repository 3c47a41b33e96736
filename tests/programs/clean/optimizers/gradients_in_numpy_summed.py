# effect: ok
# beside: TFG519
# arrays of gradients, added by NumPy
import numpy as np
import tensorflow as tf

slope, intercept = tf.Variable(1.0), tf.Variable(0.0)
total = np.zeros(2, dtype=np.float32)
for x in (1.0, 2.0, 3.0):
    with tf.GradientTape() as tape:
        loss = tf.square(slope * x + intercept - 2.0)
    total += np.array([g.numpy() for g in tape.gradient(loss, [slope, intercept])])
slope.assign_sub(0.01 * total[0])
intercept.assign_sub(0.01 * total[1])
print(total)
