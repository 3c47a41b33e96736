# effect: error
# raises: TypeError
# per-sample Jacobian with a keyword that does not exist
import tensorflow as tf


class Sensitivity:
    def __init__(self, f):
        self.f = f

    def per_sample(self, x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = self.f(x)
        return tape.batch_jacobian(y, sources=x)  # TFG503


print(Sensitivity(lambda x: x**2).per_sample(tf.ones((2, 3))))
