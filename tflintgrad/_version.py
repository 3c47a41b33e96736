"""The version of tflintgrad, and nothing else: every package may import it."""

__version__ = "0.1.0"
