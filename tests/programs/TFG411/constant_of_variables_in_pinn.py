# effect: none
# the unknown diffusivity of an inverse problem is frozen by tf.constant
import tensorflow as tf


class Heat:
    def __init__(self, nu):
        self.nu = tf.Variable(nu)

    def coefficients(self):
        return {"nu": tf.constant(self.nu), "source": tf.constant(1.0)}  # TFG411

    def residual(self, u_t, u_xx):
        c = self.coefficients()
        return u_t - c["nu"] * u_xx - c["source"]


heat = Heat(0.2)
with tf.GradientTape() as tape:
    r = heat.residual(tf.constant([0.1, 0.2]), tf.constant([1.0, 2.0]))
    loss = tf.reduce_mean(r**2)
print(tape.gradient(loss, heat.nu))
