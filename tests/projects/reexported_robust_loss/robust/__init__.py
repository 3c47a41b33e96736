"""Robust regression: losses that outliers do not dominate."""

from .losses import absolute, smooth_l1
from .timing import report

__all__ = ["absolute", "report", "smooth_l1"]
