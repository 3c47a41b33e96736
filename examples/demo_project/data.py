"""Noisy signals with one pulse each, and where the pulse is."""

import numpy as np
import tensorflow as tf

LENGTH = 32


def make_signals(count: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(seed)
    places = generator.uniform(4, LENGTH - 4, size=(count, 1))
    grid = np.arange(LENGTH)[None, :]
    pulses = np.exp(-0.5 * (grid - places) ** 2 / 2.0)
    signals = pulses + 0.05 * generator.normal(size=pulses.shape)
    return signals.astype("float32"), (places / LENGTH).astype("float32")


def make_dataset(count: int = 256, batch_size: int = 32) -> tf.data.Dataset:
    signals, places = make_signals(count)
    dataset = tf.data.Dataset.from_tensor_slices((signals, places))
    return dataset.shuffle(count, seed=1).batch(batch_size)
