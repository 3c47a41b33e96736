# effect: ok
# Random restarts: the best variables kept as NumPy copies, the loss rebound per step
import numpy as np
import tensorflow as tf


def rosenbrock(p):
    return (1.0 - p[0]) ** 2 + 100.0 * (p[1] - p[0] ** 2) ** 2


best_value, best_point = np.inf, None
for seed in range(2):
    start = np.random.default_rng(seed).uniform(-1, 1, 2)
    p = tf.Variable(start, dtype=tf.float32)
    velocity = tf.zeros_like(p)
    previous = None
    for it in range(10):
        with tf.GradientTape() as tape:
            value = rosenbrock(p)
        g = tape.gradient(value, p)
        velocity = 0.9 * velocity - 1e-3 * g / tf.maximum(1.0, tf.norm(g))
        p.assign_add(velocity)
        if previous is not None and abs(previous - float(value)) < 1e-9:
            break
        previous = float(value)
    final = rosenbrock(p).numpy()
    if final < best_value:
        best_value, best_point = final, p.numpy().copy()
print(best_value, best_point)
