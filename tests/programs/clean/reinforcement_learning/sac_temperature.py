# effect: ok
# beside: TFG526
# SAC: learnt temperature, twin critics, detached targets, all in one class
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(2)


def mlp(out):
    return tf.keras.Sequential(
        [tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(out)]
    )


class SAC:
    def __init__(self, act_dim=1, gamma=0.99, tau=0.01):
        self.policy = mlp(2 * act_dim)
        self.q1, self.q2 = mlp(1), mlp(1)
        self.q1_t, self.q2_t = mlp(1), mlp(1)
        self.log_alpha = tf.Variable(0.0)
        self.target_entropy = -float(act_dim)
        self.gamma, self.tau = gamma, tau
        self.opts = {k: tf.keras.optimizers.Adam(1e-3) for k in ("pi", "q", "alpha")}

    @property
    def alpha(self):
        return tf.exp(self.log_alpha)

    def sample(self, s):
        mu, log_std = tf.split(self.policy(s), 2, axis=-1)
        log_std = tf.clip_by_value(log_std, -5.0, 2.0)
        eps = tf.random.normal(tf.shape(mu))
        pre = mu + eps * tf.exp(log_std)
        a = tf.tanh(pre)
        logp = tf.reduce_sum(-0.5 * eps**2 - log_std - 0.5 * np.log(2 * np.pi), -1)
        logp -= tf.reduce_sum(tf.math.log(1.0 - a**2 + 1e-6), -1)
        return a, logp

    def q(self, net, s, a):
        return tf.squeeze(net(tf.concat([s, a], -1)), -1)

    def update(self, s, a, r, s2, d):
        a2, logp2 = self.sample(s2)
        q_next = tf.minimum(self.q(self.q1_t, s2, a2), self.q(self.q2_t, s2, a2))
        target = r + self.gamma * (1.0 - d) * (q_next - self.alpha * logp2)
        with tf.GradientTape() as tape:
            l1 = tf.reduce_mean((self.q(self.q1, s, a) - target) ** 2)
            l2 = tf.reduce_mean((self.q(self.q2, s, a) - target) ** 2)
            q_loss = 0.5 * (l1 + l2)
        qv = self.q1.trainable_variables + self.q2.trainable_variables
        self.opts["q"].apply_gradients(zip(tape.gradient(q_loss, qv), qv))

        with tf.GradientTape() as tape:
            pi, logp = self.sample(s)
            q_pi = tf.minimum(self.q(self.q1, s, pi), self.q(self.q2, s, pi))
            pi_loss = tf.reduce_mean(tf.stop_gradient(self.alpha) * logp - q_pi)
        pv = self.policy.trainable_variables
        self.opts["pi"].apply_gradients(zip(tape.gradient(pi_loss, pv), pv))

        with tf.GradientTape() as tape:
            _, logp = self.sample(s)
            alpha_loss = -tf.reduce_mean(self.alpha * tf.stop_gradient(logp + self.target_entropy))
        g = tape.gradient(alpha_loss, [self.log_alpha])
        self.opts["alpha"].apply_gradients(zip(g, [self.log_alpha]))
        for t, o in ((self.q1_t, self.q1), (self.q2_t, self.q2)):
            for tv, ov in zip(t.variables, o.variables):
                tv.assign((1 - self.tau) * tv + self.tau * ov)
        return {"q": q_loss.numpy(), "pi": pi_loss.numpy(), "alpha": float(self.alpha)}


rng = np.random.default_rng(0)
agent = SAC()
f = lambda *s: rng.normal(size=s).astype(np.float32)
for _ in range(2):
    print(agent.update(f(4, 3), f(4, 1), f(4), f(4, 3), np.zeros(4, np.float32)))
