# effect: none
# the replay buffer stores arrays; the critic's estimates inside are dead
import numpy as np
import tensorflow as tf


class ReplayBuffer:
    def __init__(self, capacity):
        self.values = np.zeros(capacity, dtype=np.float32)
        self.rewards = np.zeros(capacity, dtype=np.float32)
        self.n = 0

    def store(self, value, reward):
        self.values[self.n] = value  # TFG204
        self.rewards[self.n] = reward
        self.n += 1

    def sample(self):
        return self.values[: self.n], self.rewards[: self.n]


class Critic(tf.Module):
    def __init__(self):
        self.w = tf.Variable([0.5, 0.5])

    def __call__(self, s):
        return tf.tensordot(self.w, s, 1)


critic, buffer = Critic(), ReplayBuffer(4)
with tf.GradientTape() as tape:
    for s in (tf.constant([1.0, 0.0]), tf.constant([0.0, 2.0])):
        buffer.store(critic(s), 1.0)
    v, r = buffer.sample()
    loss = tf.reduce_mean(tf.square(tf.constant(r) - tf.constant(v)))
print(tape.gradient(loss, critic.w))
