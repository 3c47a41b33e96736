import numpy as np
import tensorflow as tf

from solve.autodiff.derivatives import hessian, value_and_gradient


def newton_step(slope, curvature, damping=1e-3):
    matrix = np.asarray(curvature) + damping * np.eye(len(slope))
    return np.linalg.solve(matrix, slope.numpy())


def minimise(function, start, steps):
    point = tf.convert_to_tensor(start, dtype=tf.float32)
    slope_of, curvature_of = value_and_gradient(function), hessian(function)
    for _ in range(steps):
        value, slope = slope_of(point)
        step = newton_step(slope, curvature_of(point))
        point = tf.constant(point.numpy() - step.astype("float32"))
        print(f"{float(value):.4f}")
    return point.numpy()
