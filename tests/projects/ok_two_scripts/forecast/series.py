import numpy as np


def windows(count, length, seed=0):
    """Pieces of a noisy wave, and the value that follows each."""
    generator = np.random.default_rng(seed)
    wave = np.sin(0.7 * np.arange(count + length))
    wave += generator.normal(scale=0.1, size=wave.shape)
    history = np.lib.stride_tricks.sliding_window_view(wave, length)[:count]
    return history.astype("float32"), wave[length : length + count].astype("float32")
