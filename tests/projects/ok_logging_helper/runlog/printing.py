import numpy as np


def describe(name, tensor):
    array = np.asarray(tensor)
    print(f"{name}: mean {array.mean():.3f}, std {array.std():.3f}, shape {array.shape}")
    return array


def log_scalars(scalars):
    print(", ".join(f"{name} {float(value):.4f}" for name, value in scalars.items()))
