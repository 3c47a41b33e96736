import numpy as np


class Corridor:
    def __init__(self, length):
        self.length = length
        self.place = 0

    def observe(self):
        return np.array([self.place / self.length, 1.0])

    def reset(self):
        self.place = 0
        return self.observe()

    def step(self, action):
        self.place = max(0, self.place + (1 if action == 1 else -1))
        done = self.place >= self.length
        return self.observe(), 1.0 if done else -0.1, done
