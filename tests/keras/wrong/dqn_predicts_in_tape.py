# effect: none
# DQN: the Q values of the taken actions come from predict()
import random
from collections import deque

import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(31)

STATE_SIZE = 4
ACTIONS = 2
GAMMA = 0.95


class Corridor:
    """A toy environment: walk right to get out."""

    def __init__(self, rng):
        self.rng = rng

    def reset(self):
        self.place = 0
        return self.observe()

    def observe(self):
        return np.eye(STATE_SIZE, dtype="float32")[self.place]

    def step(self, action):
        self.place = int(np.clip(self.place + (1 if action == 1 else -1), 0, STATE_SIZE - 1))
        done = self.place == STATE_SIZE - 1
        return self.observe(), float(done), done


class Agent:
    def __init__(self):
        self.memory = deque(maxlen=200)
        self.epsilon = 0.5
        self.online = self.build_network()
        self.target = self.build_network()
        self.target.set_weights(self.online.get_weights())
        self.optimizer = keras.optimizers.Adam(0.01)

    def build_network(self):
        return keras.Sequential(
            [
                keras.Input((STATE_SIZE,)),
                keras.layers.Dense(8, activation="relu"),
                keras.layers.Dense(ACTIONS),
            ]
        )

    def act(self, state):
        if random.random() < self.epsilon:
            return random.randrange(ACTIONS)
        return int(np.argmax(self.online.predict(state[None], verbose=0)[0]))

    def remember(self, *transition):
        self.memory.append(transition)

    def replay(self, batch_size):
        batch = random.sample(self.memory, batch_size)
        states, actions, rewards, next_states, done = map(np.array, zip(*batch))
        future = self.target.predict(next_states, verbose=0).max(axis=1)
        goals = (rewards + GAMMA * future * (1.0 - done)).astype("float32")
        mask = tf.one_hot(actions, ACTIONS)
        with tf.GradientTape() as tape:
            q_values = self.online.predict(states, verbose=0)  # TFG206
            q_taken = tf.reduce_sum(q_values * mask, axis=1)
            loss = tf.reduce_mean(tf.square(goals - q_taken))
        gradients = tape.gradient(loss, self.online.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.online.trainable_variables))
        return float(loss)


world = Corridor(np.random.default_rng(0))
agent = Agent()
for episode in range(3):
    state = world.reset()
    for _ in range(8):
        action = agent.act(state)
        next_state, reward, done = world.step(action)
        agent.remember(state, action, reward, next_state, done)
        state = next_state
        if done:
            break
print("loss", agent.replay(8))
print("values", agent.online.predict(np.eye(STATE_SIZE), verbose=0))
