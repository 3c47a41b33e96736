# effect: ok
# beside: TFG413
# Hamiltonian Monte Carlo: leapfrog with gradients, accept by comparison in NumPy
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
precision = tf.constant([[2.0, 0.3], [0.3, 1.0]])


def log_prob(q):
    return -0.5 * tf.reduce_sum(q * tf.linalg.matvec(precision, q))


def value_and_grad(q):
    with tf.GradientTape() as tape:
        tape.watch(q)
        lp = log_prob(q)
    return lp, tape.gradient(lp, q)


q = tf.constant([1.0, -1.0])
samples, accepted = [], 0
for it in range(4):
    p = tf.constant(rng.normal(size=2).astype(np.float32))
    lp0, g = value_and_grad(q)
    h0 = float(-lp0 + 0.5 * tf.reduce_sum(p**2))
    q_new, p_new = q, p + 0.05 * g
    for _ in range(3):
        q_new = q_new + 0.1 * p_new
        lp, g = value_and_grad(q_new)
        p_new = p_new + 0.1 * g
    h1 = float(-lp + 0.5 * tf.reduce_sum(p_new**2))
    if np.log(rng.uniform()) < h0 - h1:
        q, accepted = q_new, accepted + 1
    samples.append(q.numpy())
print(accepted, np.mean(samples, axis=0))
