# effect: error
# raises: RuntimeError
# the legacy optimizer wants a callable in eager mode
import tensorflow as tf


class Fit:
    def __init__(self):
        self.w = tf.Variable(2.0)
        self.opt = tf.compat.v1.train.GradientDescentOptimizer(0.1)

    def cost(self):
        return self.w**2

    def run(self):
        cost = self.cost()
        self.opt.minimize(cost, var_list=[self.w])  # TFG110


Fit().run()
