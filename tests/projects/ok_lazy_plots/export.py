import numpy as np


def as_rows(curve, points):
    values = curve(points).numpy()
    return [tuple(np.round(pair, 3).tolist()) for pair in zip(points.numpy(), values)]
