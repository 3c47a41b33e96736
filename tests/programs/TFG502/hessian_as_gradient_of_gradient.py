# effect: wrong
# truth: [2.0, 1.0, 1.0, 0.0]
# Newton step: the Hessian is the gradient of the gradient, which is summed
import tensorflow as tf


def objective(v):
    return v[0] ** 2 + v[0] * v[1]


class Newton:
    def __init__(self, f):
        self.f = f

    def hessian(self, v):
        with tf.GradientTape() as t2:
            with tf.GradientTape() as t1:
                y = self.f(v)
            grad = t1.gradient(y, v)
        return t2.gradient(grad, v)  # TFG502


H = Newton(objective).hessian(tf.Variable([1.0, 1.0]))
print(H)
