# effect: error
# raises: RuntimeError
# u_x and u_t are asked from one tape that is gone after the first
import tensorflow as tf


class Burgers(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.net = tf.keras.Sequential(
            [tf.keras.layers.Dense(4, activation="tanh"), tf.keras.layers.Dense(1)]
        )

    def call(self, x, t):
        return self.net(tf.concat([x, t], axis=1))

    def derivatives(self, x, t):
        with tf.GradientTape() as tape:
            tape.watch([x, t])
            u = self(x, t)
        return u, {name: tape.gradient(u, v) for name, v in (("x", x), ("t", t))}  # TFG105

    def residual(self, x, t):
        u, d = self.derivatives(x, t)
        return d["t"] + u * d["x"]


pde = Burgers()
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(pde.residual(tf.ones((3, 1)), tf.zeros((3, 1))) ** 2)
print(tape.gradient(loss, pde.trainable_variables))
