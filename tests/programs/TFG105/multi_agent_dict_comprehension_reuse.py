# effect: error
# raises: RuntimeError
# one tape for all agents, queried through a dict comprehension in a method
import tensorflow as tf


class MultiAgent:
    def __init__(self, names):
        self.policies = {n: tf.Variable([0.1, 0.2]) for n in names}

    def losses(self, obs):
        return {n: tf.reduce_sum(p * obs) ** 2 for n, p in self.policies.items()}

    def gradients(self, obs):
        with tf.GradientTape() as tape:
            losses = self.losses(obs)
        return {n: tape.gradient(losses[n], self.policies[n]) for n in self.policies}  # TFG105


print(MultiAgent(["a", "b"]).gradients(tf.constant([1.0, 2.0])))
