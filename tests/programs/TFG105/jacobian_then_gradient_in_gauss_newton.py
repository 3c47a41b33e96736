# effect: error
# raises: RuntimeError
# Gauss-Newton: jacobian for the step, gradient for the stopping test
import tensorflow as tf


class GaussNewton:
    def __init__(self, residual, p):
        self.residual, self.p = residual, p

    def step(self):
        with tf.GradientTape() as tape:
            r = self.residual(self.p)
            cost = tf.reduce_sum(r**2)
        J = tape.jacobian(r, self.p)
        slope = tape.gradient(cost, self.p)  # TFG105
        return J, slope


gn = GaussNewton(lambda p: tf.stack([p[0] * 2.0 - 1.0, p[1] * p[0]]), tf.Variable([1.0, 2.0]))
print(gn.step())
