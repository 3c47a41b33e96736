# effect: ok
# NumPy works on the gradients, after the query
import numpy as np
import tensorflow as tf

params = [tf.Variable([1.0, 2.0]), tf.Variable(0.5)]
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(params[0] ** 2) * params[1]
grads = tape.gradient(loss, params)
norms = [np.linalg.norm(g.numpy()) for g in grads]
flat = np.concatenate([np.ravel(g) for g in grads])
print(np.max(norms), flat.tolist())
