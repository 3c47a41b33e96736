# effect: ok
# beside: TFG603
# the sample minus its mean cancels the mean: the noise has its shape, and replaces nothing
import tensorflow as tf


class Policy(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(8, activation="tanh")
        self.mean = tf.keras.layers.Dense(2)
        self.spread = tf.keras.layers.Dense(2)

    def call(self, state):
        hidden = self.hidden(state)
        mean, log_std = self.mean(hidden), tf.clip_by_value(self.spread(hidden), -5.0, 2.0)
        std = tf.exp(log_std)
        raw = mean + std * tf.random.normal(tf.shape(mean), seed=3)
        action = tf.tanh(raw)
        log_prob = -0.5 * ((raw - mean) / std) ** 2 - log_std - tf.math.log(1.001 - action**2)
        return action, tf.reduce_sum(log_prob, axis=-1)


policy = Policy()
states = tf.constant([[0.1, 0.4, -0.2], [0.3, -0.6, 0.9]])
tf.random.set_seed(1)
with tf.GradientTape() as tape:
    action, log_prob = policy(states)
    loss = tf.reduce_mean(0.2 * log_prob - tf.reduce_sum(action, axis=-1))
print(tape.gradient(loss, policy.trainable_variables))
