# effect: none
# DDPG: the actor's update asks the same helper that chooses actions in the environment
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(149)

STATE, BOUND, GAMMA, TAU = 3, 2.0, 0.95, 0.05


def make_actor():
    inputs = layers.Input((STATE,))
    x = layers.Dense(8, activation="relu")(inputs)
    outputs = layers.Dense(1, activation="tanh")(x)
    return keras.Model(inputs, outputs * BOUND)


def make_critic():
    state, action = layers.Input((STATE,)), layers.Input((1,))
    x = layers.Dense(8, activation="relu")(layers.Concatenate()([state, action]))
    return keras.Model([state, action], layers.Dense(1)(x))


class Agent:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.actor, self.critic = make_actor(), make_critic()
        self.target_actor, self.target_critic = make_actor(), make_critic()
        self.target_actor.set_weights(self.actor.get_weights())
        self.target_critic.set_weights(self.critic.get_weights())
        self.actor_optimizer = keras.optimizers.Adam(1e-3)
        self.critic_optimizer = keras.optimizers.Adam(2e-3)

    def policy(self, states, noise=0.0):
        """Legal actions for a batch of states, with some exploration."""
        actions = self.actor(states).numpy()  # TFG201
        actions = actions + noise * self.rng.normal(size=actions.shape)
        return np.clip(actions, -BOUND, BOUND).astype("float32")

    def update(self, states, actions, rewards, next_states):
        future = self.target_critic([next_states, self.target_actor(next_states)])
        goal = rewards + GAMMA * future
        with tf.GradientTape() as tape:
            critic_loss = tf.reduce_mean(tf.square(goal - self.critic([states, actions])))
        variables = self.critic.trainable_variables
        self.critic_optimizer.apply_gradients(zip(tape.gradient(critic_loss, variables), variables))
        with tf.GradientTape() as tape:
            proposed = tf.constant(self.policy(states))
            actor_loss = -tf.reduce_mean(self.critic([states, proposed]))
        variables = self.actor.trainable_variables
        self.actor_optimizer.apply_gradients(zip(tape.gradient(actor_loss, variables), variables))
        return critic_loss, actor_loss

    def follow(self):
        pairs = [(self.target_actor, self.actor), (self.target_critic, self.critic)]
        for target, online in pairs:
            for slow, fast in zip(target.variables, online.variables):
                slow.assign(TAU * fast + (1.0 - TAU) * slow)


agent = Agent(seed=36)
state = agent.rng.normal(size=(1, STATE)).astype("float32")
buffer = []
for _ in range(8):
    action = agent.policy(tf.constant(state), noise=0.3)
    after = (0.9 * state + 0.1 * action).astype("float32")
    buffer.append((state[0], action[0], [-np.square(after).sum()], after[0]))
    state = after
batch = [tf.constant(np.array(column, dtype="float32")) for column in zip(*buffer)]
critic_loss, actor_loss = agent.update(*batch)
agent.follow()
print(f"critic {critic_loss.numpy():.4f}, actor {actor_loss.numpy():.4f}")
