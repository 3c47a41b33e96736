# effect: ok
# Newton steps: Hessian by nested tapes and jacobian, solve, convergence by NumPy
import numpy as np
import tensorflow as tf

x = tf.Variable([1.5, 0.5], dtype=tf.float64)


def f(x):
    return (x[0] - 1.0) ** 4 + (x[0] - 2.0 * x[1]) ** 2 + 0.1 * tf.reduce_sum(x**2)


trace = []
for it in range(6):
    with tf.GradientTape() as t2:
        with tf.GradientTape() as t1:
            loss = f(x)
        g = t1.gradient(loss, x)
    h = t2.jacobian(g, x)
    step = tf.linalg.solve(h + 1e-8 * tf.eye(2, dtype=tf.float64), g[:, None])[:, 0]
    x.assign_sub(step)
    trace.append(np.linalg.norm(g.numpy()))
    if trace[-1] < 1e-8:
        break
print(len(trace), x.numpy())
