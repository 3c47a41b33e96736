# effect: none
# the adaptive step size goes through float; time only matters in the exponent
import tensorflow as tf


class Decay(tf.Module):
    def __init__(self):
        self.log_dt = tf.Variable(-2.0)

    def dt(self):
        return float(tf.exp(self.log_dt))  # TFG203

    def integrate(self, y, steps):
        h = self.dt()
        for _ in range(steps):
            y = y - h * y
        return y


ode = Decay()
with tf.GradientTape() as tape:
    loss = (ode.integrate(tf.constant(1.0), 5) - 0.3) ** 2
print(tape.gradient(loss, ode.log_dt))
