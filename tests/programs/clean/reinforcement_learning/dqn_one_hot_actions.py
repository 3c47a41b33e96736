# effect: ok
# beside: TFG510, TFG526
# DQN: argmax over the online net only chooses actions of a double-DQN target
import random
from collections import deque

import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(5)
q = tf.keras.Sequential([tf.keras.layers.Dense(16, "relu"), tf.keras.layers.Dense(3)])
q_target = tf.keras.models.clone_model(q)
dummy = tf.zeros((1, 4))
q(dummy), q_target(dummy)
q_target.set_weights(q.get_weights())
opt = tf.keras.optimizers.Adam(1e-3)
huber = tf.keras.losses.Huber()
memory = deque(maxlen=100)


def choose(state, eps):
    if random.random() < eps:
        return random.randrange(3)
    return int(tf.argmax(q(state[None, :], training=False)[0]).numpy())


rng = np.random.default_rng(0)
state = rng.normal(size=4).astype(np.float32)
for t in range(12):
    action = choose(state, 0.5)
    nxt = rng.normal(size=4).astype(np.float32)
    memory.append((state, action, float(rng.normal()), nxt, float(t % 4 == 3)))
    state = nxt

batch = random.sample(memory, 6)
states, actions, rewards, nexts, dones = map(np.array, zip(*batch))
best = tf.argmax(q(nexts.astype(np.float32)), axis=1)
future = tf.reduce_sum(q_target(nexts.astype(np.float32)) * tf.one_hot(best, 3), axis=1)
targets = rewards.astype(np.float32) + 0.99 * (1.0 - dones.astype(np.float32)) * future
masks = tf.one_hot(actions, 3)
with tf.GradientTape() as tape:
    q_values = q(states.astype(np.float32))
    q_action = tf.reduce_sum(tf.multiply(q_values, masks), axis=1)
    loss = huber(targets, q_action)
grads = tape.gradient(loss, q.trainable_variables)
opt.apply_gradients(zip(grads, q.trainable_variables))
running = 0.05 * loss.numpy() + 0.95 * 10.0
print(running)
