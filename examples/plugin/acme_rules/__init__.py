"""Acme's own rules for tflintgrad: a page each beside this file, and a check."""

from acme_rules import quantization, stops  # noqa: F401  (each registers its check)
