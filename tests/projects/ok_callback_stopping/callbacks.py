import math

import numpy as np


class Callback:
    def on_loss(self, loss):
        """Called under the tape."""

    def should_stop(self, step, loss):
        return False


class EarlyStopping(Callback):
    def __init__(self, patience, tolerance):
        self.patience = patience
        self.tolerance = tolerance
        self.best = math.inf
        self.waited = 0

    def should_stop(self, step, loss):
        value = float(loss)
        if value < self.best - self.tolerance:
            self.best, self.waited = value, 0
        else:
            self.waited += 1
        return self.waited >= self.patience or not math.isfinite(value)


class WeightLog(Callback):
    def __init__(self, weights):
        self.weights = weights
        self.rows = []

    def on_loss(self, loss):
        self.rows.append([*self.weights.numpy().tolist(), loss.numpy().item()])


class Spread(Callback):
    def __init__(self, weights):
        self.weights = weights

    def on_loss(self, loss):
        print("spread", np.ptp(self.weights), "of", np.log(loss))
