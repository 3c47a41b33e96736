import numpy as np
import tensorflow as tf

from ..replay import Replay
from . import targets


def q_network(states, actions):
    return tf.keras.Sequential(
        [
            tf.keras.Input((states,)),
            tf.keras.layers.Dense(8, activation="relu"),
            tf.keras.layers.Dense(actions),
        ]
    )


class DoubleDQN:
    def __init__(self, states, actions, gamma=0.95):
        self.online, self.frozen = q_network(states, actions), q_network(states, actions)
        targets.synchronise(self.online, self.frozen)
        self.actions = actions
        self.gamma = gamma
        self.replay = Replay(capacity=100)
        self.optimizer = tf.keras.optimizers.Adam(1e-2)

    def act(self, state, epsilon, generator):
        if generator.random() < epsilon:
            return int(generator.integers(self.actions))
        return int(np.argmax(self.online.predict(state[None], verbose=0)[0]))

    def learn(self, batch_size):
        states, actions, rewards, following, done = self.replay.sample(batch_size)
        with tf.GradientTape() as tape:
            goal = targets.bootstrapped(
                self.online, self.frozen, rewards, following, done, self.gamma
            )
            mask = tf.one_hot(actions, self.actions)
            taken = tf.reduce_sum(self.online(states) * mask, axis=1)
            loss = tf.reduce_mean(tf.keras.losses.huber(goal[:, None], taken[:, None]))
        gradients = tape.gradient(loss, self.online.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.online.trainable_variables))
        return float(loss)
