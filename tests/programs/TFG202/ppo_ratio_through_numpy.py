# effect: none
# PPO: the new log-probability is turned into an array before the ratio is formed
import numpy as np
import tensorflow as tf


class Actor(tf.Module):
    def __init__(self):
        self.mean = tf.Variable([0.1, -0.2])

    def log_prob(self, actions):
        return -0.5 * tf.reduce_sum(tf.square(actions - self.mean), axis=-1)


class PPO:
    def __init__(self, actor, clip=0.2):
        self.actor = actor
        self.clip = clip

    def ratio(self, old, new):
        return np.exp(new - old)  # TFG202

    def surrogate(self, actions, old, advantage):
        r = self.ratio(old, self.actor.log_prob(actions))
        clipped = tf.clip_by_value(r, 1 - self.clip, 1 + self.clip)
        return -tf.reduce_mean(tf.minimum(r * advantage, clipped * advantage))

    def update(self, batch):
        with tf.GradientTape() as tape:
            loss = self.surrogate(**batch)
        return tape.gradient(loss, self.actor.mean)


batch = {
    "actions": tf.constant([[0.3, 0.1], [0.0, -0.5]]),
    "old": tf.constant([-0.1, -0.2]),
    "advantage": tf.constant([1.0, -1.0]),
}
print(PPO(Actor()).update(batch))
