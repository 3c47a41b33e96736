# effect: ok
# DDPG: the policy helper leaves TensorFlow for the environment, the update calls the actor
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(163)

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
        actions = tf.squeeze(self.actor(states), axis=0).numpy()
        actions = actions + noise * self.rng.normal(size=actions.shape)
        return np.clip(actions, -BOUND, BOUND).astype("float32")[None]

    @tf.function
    def update(self, states, actions, rewards, next_states):
        with tf.GradientTape() as tape:
            future = self.target_critic([next_states, self.target_actor(next_states)])
            goal = rewards + GAMMA * future
            value = self.critic([states, actions], training=True)
            critic_loss = tf.reduce_mean(tf.square(goal - value))
        variables = self.critic.trainable_variables
        gradients = tape.gradient(critic_loss, variables)
        self.critic_optimizer.apply_gradients(zip(gradients, variables))
        with tf.GradientTape() as tape:
            proposed = self.actor(states, training=True)
            actor_loss = -tf.reduce_mean(self.critic([states, proposed]))
        variables = self.actor.trainable_variables
        gradients = tape.gradient(actor_loss, variables)
        self.actor_optimizer.apply_gradients(zip(gradients, variables))
        return critic_loss, actor_loss

    def follow(self):
        pairs = [(self.target_actor, self.actor), (self.target_critic, self.critic)]
        for target, online in pairs:
            for slow, fast in zip(target.variables, online.variables):
                slow.assign(TAU * fast + (1.0 - TAU) * slow)


agent = Agent(seed=42)
state = agent.rng.normal(size=(1, STATE)).astype("float32")
buffer = []
for step in range(8):
    action = agent.policy(tf.constant(state), noise=0.3)
    after = (0.9 * state + 0.1 * action).astype("float32")
    buffer.append((state[0], action[0], [-np.square(after).sum()], after[0]))
    state = after
    if step % 4 == 3:
        batch = [tf.constant(np.array(column, dtype="float32")) for column in zip(*buffer)]
        critic_loss, actor_loss = agent.update(*batch)
        agent.follow()
        buffer.clear()
        print(f"critic {critic_loss.numpy():.4f}, actor {actor_loss.numpy():.4f}")
