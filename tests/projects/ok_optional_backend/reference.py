from dataclasses import dataclass

import numpy as np


@dataclass
class Report:
    expected: float
    difference: float


def density(data, mean, scale):
    return np.exp(-0.5 * ((data - mean) / scale) ** 2) / scale / np.sqrt(2.0 * np.pi)


def compare(mixture, data, value):
    """The same number, computed plainly."""
    weights = np.exp(mixture.logits.numpy())
    weights /= weights.sum()
    means, scales = mixture.means.numpy(), np.exp(mixture.log_scales.numpy())
    parts = [w * density(data.numpy(), m, s) for w, m, s in zip(weights, means, scales)]
    expected = float(-np.mean(np.log(sum(parts))))
    return Report(expected, abs(expected - float(value)))
