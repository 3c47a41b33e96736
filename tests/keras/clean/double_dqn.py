# effect: ok
# double DQN: argmax chooses, predict and stop_gradient make the target, the online network learns
import random
from collections import deque

import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(15)

STATES, ACTIONS, GAMMA, TAU = 4, 2, 0.95, 0.1


def build_network():
    inputs = keras.Input((STATES,))
    hidden = keras.layers.Dense(8, activation="relu")(inputs)
    advantage = keras.layers.Dense(ACTIONS)(hidden)
    value = keras.layers.Dense(1)(hidden)
    centered = keras.layers.Lambda(lambda a: a - tf.reduce_mean(a, axis=1, keepdims=True))
    return keras.Model(inputs, keras.layers.Add()([value, centered(advantage)]))


class Agent:
    def __init__(self):
        self.online = build_network()
        self.target = build_network()
        self.target.set_weights(self.online.get_weights())
        self.target.trainable = False
        self.optimizer = keras.optimizers.Adam(0.01)
        self.memory = deque(maxlen=100)

    def act(self, state, epsilon):
        if random.random() < epsilon:
            return random.randrange(ACTIONS)
        return int(tf.argmax(self.online(state[None])[0]).numpy())

    @tf.function
    def train_step(self, states, actions, rewards, next_states, done):
        best = tf.argmax(self.online(next_states), axis=1)
        future = tf.gather(self.target(next_states), best, axis=1, batch_dims=1)
        goals = rewards + GAMMA * tf.stop_gradient(future) * (1.0 - done)
        with tf.GradientTape() as tape:
            q_values = self.online(states, training=True)
            q_taken = tf.reduce_sum(q_values * tf.one_hot(actions, ACTIONS), axis=1)
            td_error = tf.stop_gradient(goals) - q_taken
            size = tf.abs(td_error)
            loss = tf.reduce_mean(tf.where(size < 1.0, 0.5 * td_error**2, size - 0.5))
        gradients = tape.gradient(loss, self.online.trainable_variables)
        gradients = [tf.clip_by_norm(gradient, 1.0) for gradient in gradients]
        self.optimizer.apply_gradients(zip(gradients, self.online.trainable_variables))
        return loss, td_error

    def update_target(self):
        mixed = [
            TAU * fast + (1.0 - TAU) * slow
            for fast, slow in zip(self.online.get_weights(), self.target.get_weights())
        ]
        self.target.set_weights(mixed)


def corridor(place, action):
    place = int(np.clip(place + 2 * action - 1, 0, STATES - 1))
    return place, float(place == STATES - 1), place == STATES - 1


agent = Agent()
eye = np.eye(STATES, dtype="float32")
for episode in range(4):
    place = 0
    for _ in range(6):
        action = agent.act(eye[place], epsilon=0.5)
        after, reward, done = corridor(place, action)
        agent.memory.append((eye[place], action, reward, eye[after], float(done)))
        place = after
        if done:
            break
for _ in range(2):
    batch = random.sample(agent.memory, 8)
    columns = [np.array(column) for column in zip(*batch)]
    states, actions, rewards, next_states, done = columns
    loss, td_error = agent.train_step(
        tf.constant(states),
        tf.constant(actions, tf.int32),
        tf.constant(rewards, tf.float32),
        tf.constant(next_states),
        tf.constant(done, tf.float32),
    )
    agent.update_target()
    print(f"loss {loss.numpy():.4f}, priorities {np.round(np.abs(td_error.numpy()), 2)}")
print("policy", np.argmax(agent.online.predict(eye, verbose=0), axis=1))
