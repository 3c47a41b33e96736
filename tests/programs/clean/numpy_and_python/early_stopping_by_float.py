# effect: ok
# the numbers control the loop, not the loss
import numpy as np
import tensorflow as tf

w = tf.Variable(4.0)
patience, waited, best = 2, 0, np.inf
while waited < patience:
    with tf.GradientTape() as tape:
        loss = tf.abs(w)
    g = tape.gradient(loss, w)
    w.assign_sub(1.5 * g)
    current = loss.numpy()
    if np.less(current, best - 1e-3):
        best, waited = current, 0
    else:
        waited += 1
print(best)
