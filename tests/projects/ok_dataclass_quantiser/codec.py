from dataclasses import dataclass
from typing import Callable

import numpy as np
import tensorflow as tf


@dataclass(frozen=True)
class CodecConfig:
    width: int
    code: int
    quantiser: Callable
    levels: int = 16

    def bits_used(self, codes):
        """Entropy of the codes, for the report."""
        rounded = np.round(codes.numpy() * self.levels).astype(int)
        _, counts = np.unique(rounded, return_counts=True)
        shares = counts / counts.sum()
        return float(-np.sum(shares * np.log2(shares)))


class Codec(tf.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        shape = (config.width, config.code)
        self.encoder = tf.Variable(tf.random.stateless_normal(shape, seed=(4, 1), stddev=0.3))
        self.decoder = tf.Variable(tf.random.stateless_normal(shape[::-1], seed=(4, 2)))

    def __call__(self, signals):
        codes = tf.tanh(signals @ self.encoder)
        quantised = self.config.quantiser(codes, self.config.levels)
        return quantised @ self.decoder, quantised
