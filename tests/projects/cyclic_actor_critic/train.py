# effect: none
# actor and critic import each other; the value is detached for the actor, and so for the critic too
import numpy as np
import tensorflow as tf

import actor
import critic
from episodes import discounted, sample_episode


def update(optimizer, states, actions, returns):
    variables = [actor.kernel, critic.kernel]
    with tf.GradientTape() as tape:
        loss = actor.loss(states, actions, returns) + 0.5 * critic.loss(states, returns)
    gradients = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(gradients, variables))
    return loss


def main():
    optimizer = tf.keras.optimizers.SGD(0.05)
    generator = np.random.default_rng(0)
    for episode in range(2):
        states, actions, rewards = sample_episode(generator)
        loss = update(optimizer, states, actions, discounted(rewards))
        print(episode, loss.numpy(), actor.entropy(states).numpy())


if __name__ == "__main__":
    main()
