import numpy as np


def sample_episode(generator, length=6):
    states = generator.normal(size=(length, 3)).astype("float32")
    actions = generator.integers(0, 2, size=length)
    rewards = (states[:, 0] > 0.0).astype("float32") * actions
    return states, actions, rewards


def discounted(rewards, gamma=0.9):
    """The sum of what follows, newest first."""
    total, found = 0.0, []
    for reward in rewards[::-1]:
        total = reward + gamma * total
        found.append(total)
    return np.array(found[::-1], dtype="float32")
