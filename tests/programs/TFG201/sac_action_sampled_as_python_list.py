# effect: none
# SAC: the action leaves as a Python list and comes back as a constant
import tensorflow as tf


class GaussianPolicy(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.mu = tf.keras.layers.Dense(1, kernel_initializer="ones")
        self.log_std = tf.keras.layers.Dense(1, kernel_initializer="zeros")

    def call(self, s):
        return self.mu(s), self.log_std(s)

    def sample(self, s, noise):
        mu, log_std = self(s)
        action = tf.tanh(mu + tf.exp(log_std) * noise)
        return action.numpy().tolist()  # TFG201


policy = GaussianPolicy()
q_net = tf.keras.layers.Dense(1, kernel_initializer="ones")


def q_value(s, a):
    return q_net(tf.concat([s, tf.constant(a)], axis=-1))


def actor_step(states):
    noise = tf.constant([[0.1], [0.2]])
    with tf.GradientTape() as tape:
        a = policy.sample(states, noise)
        loss = -tf.reduce_mean(q_value(states, a))
    return tape.gradient(loss, policy.trainable_variables)


print(actor_step(tf.constant([[0.1, 0.2], [0.3, 0.4]])))
