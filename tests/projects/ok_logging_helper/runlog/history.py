import numpy as np


class History:
    """Numbers over time; nothing here remembers a graph."""

    def __init__(self):
        self.values = {}

    def add(self, **scalars):
        for name, value in scalars.items():
            self.values.setdefault(name, []).append(value.numpy())

    def summary(self):
        return {name: float(np.mean(values)) for name, values in self.values.items()}
