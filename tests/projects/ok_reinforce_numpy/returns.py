import numpy as np


def discounted(rewards, gamma):
    total, found = 0.0, []
    for reward in reversed(rewards):
        total = reward + gamma * total
        found.insert(0, total)
    return np.array(found)


def advantages(rewards, gamma):
    """Returns, brought to mean zero and deviation one."""
    values = discounted(rewards, gamma)
    return ((values - values.mean()) / (values.std() + 1e-6)).astype("float32")
