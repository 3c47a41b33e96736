# effect: none
# actor-critic: the critic's values are collected in an array before the loss is made
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(83)

GAMMA = 0.9
EPS = np.finfo(np.float32).eps.item()


class Pole:
    """A one-dimensional pole: push left or right to keep it up."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def reset(self):
        self.state = self.rng.uniform(-0.05, 0.05, size=2)
        return self.state.astype("float32")

    def step(self, action):
        angle, speed = self.state
        speed += 0.05 * angle + (0.03 if action == 1 else -0.03) + self.rng.normal(scale=0.005)
        self.state = np.array([angle + speed, speed])
        return self.state.astype("float32"), 1.0, bool(abs(self.state[0]) > 0.5)


actor = keras.Sequential(
    [keras.Input((2,)), layers.Dense(8, activation="tanh"), layers.Dense(2)], name="actor"
)
critic = keras.Sequential(
    [keras.Input((2,)), layers.Dense(8, activation="tanh"), layers.Dense(1)], name="critic"
)
optimizer = keras.optimizers.Adam(0.01)
huber = keras.losses.Huber(reduction="sum")


def expected_returns(rewards):
    total, returns = 0.0, []
    for reward in rewards[::-1]:
        total = reward + GAMMA * total
        returns.append(total)
    returns = np.array(returns[::-1], dtype="float32")
    return (returns - returns.mean()) / (returns.std() + EPS)


def run_episode(env, limit):
    state = env.reset()
    log_probs, values, rewards = [], [], []
    for _ in range(limit):
        batch = tf.constant(state[None])
        logits = actor(batch)
        action = int(tf.random.categorical(logits, 1, seed=1)[0, 0])
        log_probs.append(tf.nn.log_softmax(logits)[0, action])
        values.append(critic(batch)[0, 0])
        state, reward, done = env.step(action)
        rewards.append(reward)
        if done:
            break
    return log_probs, values, rewards


env = Pole(seed=0)
for episode in range(2):
    with tf.GradientTape() as tape:
        log_probs, values, rewards = run_episode(env, limit=8)
        returns = expected_returns(rewards)
        values = np.array(values)  # TFG204
        advantages = returns - values
        actor_loss = -tf.reduce_sum(tf.stack(log_probs) * tf.constant(advantages))
        critic_loss = huber(tf.constant(returns), tf.constant(values))
        loss = actor_loss + critic_loss
    variables = actor.trainable_variables + critic.trainable_variables
    gradients = tape.gradient(loss, variables)
    optimizer.apply_gradients(
        (gradient, variable)
        for gradient, variable in zip(gradients, variables)
        if gradient is not None
    )
    print(f"episode {episode}: {len(rewards)} steps, loss {loss.numpy():.3f}")
