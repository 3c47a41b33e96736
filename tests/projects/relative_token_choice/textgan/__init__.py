"""A toy GAN over sequences of tokens."""

__version__ = "0.1"
