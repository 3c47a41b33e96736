import numpy as np


class Replay:
    def __init__(self, capacity, seed=0):
        self.capacity = capacity
        self.items = []
        self.generator = np.random.default_rng(seed)

    def add(self, state, action, reward, following, done):
        self.items.append((state, action, reward, following, float(done)))
        self.items = self.items[-self.capacity :]

    def sample(self, count):
        chosen = self.generator.integers(0, len(self.items), size=count)
        columns = zip(*[self.items[index] for index in chosen])
        states, actions, rewards, following, done = map(np.array, columns)
        return (
            states.astype("float32"),
            actions.astype("int32"),
            rewards.astype("float32"),
            following.astype("float32"),
            done.astype("float32"),
        )
