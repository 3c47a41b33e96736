# effect: ok
# beside: TFG308, TFG516
# PINN for Burgers: columns split before the persistent inner tape and watched, second derivative outside of it
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(16)


class PINN:
    def __init__(self, nu=0.01 / np.pi):
        self.nu = nu
        self.net = tf.keras.Sequential(
            [tf.keras.Input((2,)), tf.keras.layers.Dense(10, "tanh"), tf.keras.layers.Dense(1)]
        )
        self.opt = tf.keras.optimizers.Adam(1e-3)

    def residual(self, pts):
        x, t = pts[:, 0:1], pts[:, 1:2]
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            tape.watch(t)
            u = self.net(tf.stack([x[:, 0], t[:, 0]], axis=1))
            u_x = tape.gradient(u, x)
        u_t = tape.gradient(u, t)
        u_xx = tape.gradient(u_x, x)
        del tape
        return u_t + u * u_x - self.nu * u_xx

    def loss(self, pts, xb, ub):
        data = tf.reduce_mean(tf.square(self.net(xb) - ub))
        physics = tf.reduce_mean(tf.square(self.residual(pts)))
        return data + physics, {"data": data, "physics": physics}

    @tf.function
    def step(self, pts, xb, ub):
        with tf.GradientTape() as tape:
            total, parts = self.loss(pts, xb, ub)
        grads = tape.gradient(total, self.net.trainable_variables)
        return total, parts, grads


rng = np.random.default_rng(0)
pts = tf.constant(rng.uniform(-1, 1, (8, 2)), tf.float32)
xb = tf.constant(rng.uniform(-1, 1, (4, 2)), tf.float32)
ub = -tf.sin(np.pi * xb[:, :1])
p = PINN()
for epoch in range(2):
    total, parts, grads = p.step(pts, xb, ub)
    p.opt.apply_gradients(zip(grads, p.net.trainable_variables))
    print(epoch, float(total), {k: v.numpy() for k, v in parts.items()})
