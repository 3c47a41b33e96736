# effect: ok
# a traced ODE solver: while_loop carries the state, the parameters are closed over
import tensorflow as tf


class LotkaVolterra(tf.Module):
    def __init__(self):
        super().__init__()
        self.rates = tf.Variable([0.6, 0.3, 0.4, 0.2])

    def field(self, s):
        a, b, c, d = tf.unstack(self.rates)
        prey, predator = s[0], s[1]
        return tf.stack([a * prey - b * prey * predator, d * prey * predator - c * predator])

    def rk4(self, s, h):
        k1 = self.field(s)
        k2 = self.field(s + 0.5 * h * k1)
        k3 = self.field(s + 0.5 * h * k2)
        k4 = self.field(s + h * k3)
        return s + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)

    @tf.function
    def solve(self, s0, n, h=0.1):
        _, s = tf.while_loop(
            lambda i, s: i < n,
            lambda i, s: (i + 1, self.rk4(s, h)),
            (tf.constant(0), s0),
        )
        return s


model = LotkaVolterra()
opt = tf.keras.optimizers.Adam(0.05)
for epoch in range(2):
    with tf.GradientTape() as tape:
        final = model.solve(tf.constant([1.0, 0.5]), tf.constant(5))
        loss = tf.reduce_sum(tf.square(final - tf.constant([1.2, 0.4])))
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
