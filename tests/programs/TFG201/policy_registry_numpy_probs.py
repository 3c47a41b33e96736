# effect: none
# REINFORCE through an agent registry: the stored log-probabilities are NumPy numbers
from dataclasses import dataclass, field

import tensorflow as tf

AGENTS = {}


def register(name):
    def wrap(cls):
        AGENTS[name] = cls
        return cls

    return wrap


@dataclass
class Episode:
    log_probs: list = field(default_factory=list)
    rewards: list = field(default_factory=list)

    def add(self, log_prob, reward):
        self.log_probs.append(log_prob)
        self.rewards.append(reward)


@register("reinforce")
class Reinforce:
    def __init__(self):
        self.policy = tf.keras.Sequential(
            [tf.keras.Input((2,)), tf.keras.layers.Dense(3, kernel_initializer="ones")]
        )

    def act(self, state, action):
        logits = self.policy(state[None])
        return tf.nn.log_softmax(logits)[0, action].numpy()  # TFG201

    def loss(self, episode):
        weighted = [-lp * r for lp, r in zip(episode.log_probs, episode.rewards)]
        return tf.add_n([tf.convert_to_tensor(w) for w in weighted])


agent = AGENTS["reinforce"]()
states = tf.constant([[1.0, 0.0], [0.5, 0.5]])
episode = Episode()
with tf.GradientTape() as tape:
    for t in range(2):
        episode.add(agent.act(states[t], t), 1.0)
    loss = agent.loss(episode)
print(tape.gradient(loss, agent.policy.trainable_variables))
