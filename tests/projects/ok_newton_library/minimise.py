# effect: ok
# a library holds the tapes and gets functions; NumPy solves for the step afterwards
import tensorflow as tf

import solve.autodiff.derivatives
import solve.newton as newton
from functions import himmelblau, rosenbrock


def main():
    print(newton.minimise(rosenbrock, tf.constant([-0.5, 0.8]), steps=3))
    print(newton.minimise(lambda point: himmelblau(point, shift=0.1), [2.5, 2.5], steps=2))
    stacked = solve.autodiff.derivatives.jacobian(lambda p: tf.stack([p[0] ** 2, p[0] * p[1]]))
    print(stacked(tf.constant([1.0, 2.0])))
    value, slope = solve.autodiff.derivatives.value_and_gradient(rosenbrock)(tf.ones(2) * 0.5)
    print(float(value), slope.numpy())


if __name__ == "__main__":
    main()
