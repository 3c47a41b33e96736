# effect: ok
# beside: TFG526
# TD3: policy updated every second step, actor loss kept from the last update
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(53)


class Critic(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.l1 = tf.keras.layers.Dense(8, activation="relu")
        self.q1, self.q2 = tf.keras.layers.Dense(1), tf.keras.layers.Dense(1)

    def call(self, inputs):
        h = self.l1(tf.concat(inputs, axis=1))
        return tf.squeeze(self.q1(h), 1), tf.squeeze(self.q2(h), 1)


def make_actor():
    return tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1, activation="tanh")])


class TD3:
    def __init__(self):
        self.actor, self.actor_target = make_actor(), make_actor()
        self.critic, self.critic_target = Critic(), Critic()
        self.opt_a, self.opt_c = tf.keras.optimizers.Adam(1e-3), tf.keras.optimizers.Adam(1e-3)
        self._it = tf.Variable(0, dtype=tf.int32)

    def td_error(self, s, a, s2, r):
        noise = tf.clip_by_value(tf.random.normal(tf.shape(a)) * 0.2, -0.5, 0.5)
        a2 = tf.clip_by_value(self.actor_target(s2) + noise, -1.0, 1.0)
        t1, t2 = self.critic_target([s2, a2])
        target = tf.stop_gradient(r + 0.99 * tf.minimum(t1, t2))
        c1, c2 = self.critic([s, a])
        return target - c1, target - c2

    def train(self, s, a, s2, r):
        self._it.assign_add(1)
        with tf.GradientTape() as tape:
            e1, e2 = self.td_error(s, a, s2, r)
            critic_loss = tf.reduce_mean(e1**2) + tf.reduce_mean(e2**2)
        g = tape.gradient(critic_loss, self.critic.trainable_variables)
        self.opt_c.apply_gradients(zip(g, self.critic.trainable_variables))
        actor_loss = None
        if self._it % 2 == 0:
            with tf.GradientTape() as tape:
                q, _ = self.critic([s, self.actor(s)])
                actor_loss = -tf.reduce_mean(q)
            g = tape.gradient(actor_loss, self.actor.trainable_variables)
            self.opt_a.apply_gradients(zip(g, self.actor.trainable_variables))
            for t, o in zip(self.actor_target.weights, self.actor.weights):
                t.assign(0.995 * t + 0.005 * o)
        return critic_loss, actor_loss, np.abs(e1.numpy() + e2.numpy())


agent = TD3()
f = lambda *n: tf.random.normal(n)
for _ in range(2):
    c, a, prio = agent.train(f(4, 3), f(4, 1), f(4, 3), f(4))
print(float(c), float(a), prio.shape)
