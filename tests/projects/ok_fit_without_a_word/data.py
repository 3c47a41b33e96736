import numpy as np


def make_sequences(count, length):
    """How often does token 3 occur?"""
    generator = np.random.default_rng(8)
    sequences = generator.integers(0, 5, size=(count, length))
    return sequences, (sequences == 3).sum(axis=1, keepdims=True).astype("float32")
