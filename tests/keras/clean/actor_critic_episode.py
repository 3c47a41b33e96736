# effect: ok
# actor-critic: actions leave TensorFlow, log-probabilities and values do not
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(36)

GAMMA = 0.9
EPS = np.finfo(np.float32).eps.item()


class Pole:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def reset(self):
        self.state = self.rng.uniform(-0.05, 0.05, size=2)
        return self.state.astype("float32")

    def step(self, action):
        angle, speed = self.state
        speed += 0.05 * angle + (0.03 if action == 1 else -0.03)
        self.state = np.array([angle + speed, speed])
        return self.state.astype("float32"), 1.0, bool(abs(self.state[0]) > 0.5)


class ActorCritic(keras.Model):
    def __init__(self, actions, units):
        super().__init__()
        self.common = layers.Dense(units, activation="tanh")
        self.actor = layers.Dense(actions)
        self.critic = layers.Dense(1)

    def call(self, state):
        x = self.common(state)
        return self.actor(x), self.critic(x)


model = ActorCritic(2, 8)
optimizer = keras.optimizers.Adam(0.01)
huber = keras.losses.Huber(reduction="sum")
running_reward = 0.0
env = Pole(seed=1)
history = []

for episode in range(2):
    state = env.reset()
    log_probs, values, rewards, entropies = [], [], [], []
    with tf.GradientTape() as tape:
        for _ in range(8):
            logits, value = model(tf.convert_to_tensor(state[None]))
            probabilities = tf.nn.softmax(logits)
            action = np.random.choice(2, p=np.squeeze(probabilities))
            log_probability = tf.nn.log_softmax(logits)
            log_probs.append(log_probability[0, action])
            entropies.append(-tf.reduce_sum(probabilities * log_probability))
            values.append(value[0, 0])
            state, reward, done = env.step(action)
            rewards.append(reward)
            if done:
                break

        returns, discounted = [], 0.0
        for reward in rewards[::-1]:
            discounted = reward + GAMMA * discounted
            returns.insert(0, discounted)
        returns = np.array(returns, dtype="float32")
        returns = (returns - np.mean(returns)) / (np.std(returns) + EPS)

        actor_losses, critic_losses = [], []
        for log_prob, value, ret in zip(log_probs, values, returns):
            advantage = ret - float(value)
            actor_losses.append(-log_prob * advantage)
            critic_losses.append(huber(tf.expand_dims(value, 0), tf.expand_dims(ret, 0)))
        loss = sum(actor_losses) + sum(critic_losses) - 0.01 * tf.add_n(entropies)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    running_reward = 0.05 * sum(rewards) + 0.95 * running_reward
    history.append([float(loss), running_reward, np.mean([v.numpy() for v in values])])
    print(f"episode {episode}: loss {history[-1][0]:.3f}, running reward {running_reward:.2f}")
print(np.array(history).round(3))
