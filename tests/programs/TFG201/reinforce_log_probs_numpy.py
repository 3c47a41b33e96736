# effect: none
# REINFORCE: the log-probabilities are stored as NumPy numbers during the episode
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
policy = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2)])


class Bandit:
    def __init__(self):
        self.t = 0

    def reset(self):
        self.t = 0
        return np.array([1.0, 0.0], dtype=np.float32)

    def step(self, action):
        self.t += 1
        state = np.array([1.0, float(self.t)], dtype=np.float32)
        return state, float(action == 1), self.t >= 3


def discounted(rewards, gamma=0.9):
    out, running = [], 0.0
    for r in reversed(rewards):
        running = r + gamma * running
        out.insert(0, running)
    return out


env = Bandit()
state, done = env.reset(), False
log_probs, rewards = [], []
with tf.GradientTape() as tape:
    while not done:
        logits = policy(state[None, :])
        action = int(tf.random.categorical(logits, 1, seed=1)[0, 0])
        logp = tf.nn.log_softmax(logits)[0, action]
        log_probs.append(logp.numpy())  # TFG201
        state, reward, done = env.step(action)
        rewards.append(reward)
    returns = discounted(rewards)
    loss = -tf.reduce_sum(tf.constant(log_probs) * tf.constant(returns, tf.float32))
grads = tape.gradient(loss, policy.trainable_variables)
print("loss", float(loss), "grads", grads)
