# effect: ok
# episodes are played with integers and arrays; log-probabilities are computed anew under the tape
import numpy as np
import tensorflow as tf

from environment import Corridor
from policy import Policy
from returns import advantages


def play(environment, policy, limit=6):
    states, actions, rewards = [], [], []
    state, done = environment.reset(), False
    while not done and len(states) < limit:
        action = policy.act(state)
        states.append(state)
        actions.append(action)
        state, reward, done = environment.step(action)
        rewards.append(reward)
    return np.array(states, dtype="float32"), np.array(actions), rewards


def main():
    policy = Policy(states=2, actions=2)
    optimizer = tf.keras.optimizers.Adam(0.05)
    environment = Corridor(length=3)
    for episode in range(3):
        states, actions, rewards = play(environment, policy)
        weights = advantages(rewards, gamma=0.9)
        with tf.GradientTape() as tape:
            log_probabilities = policy.log_probability(states, actions)
            loss = -tf.reduce_mean(weights * log_probabilities)
            loss -= 0.01 * policy.entropy(states)
        gradients = tape.gradient(loss, policy.trainable_variables)
        optimizer.apply_gradients(zip(gradients, policy.trainable_variables))
        print(episode, sum(rewards), loss.numpy())


if __name__ == "__main__":
    main()
