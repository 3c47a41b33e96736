"""Paths from a source to a target on which the gradient is cut, or zero."""
