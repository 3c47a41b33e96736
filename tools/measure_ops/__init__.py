"""Measure what every public TensorFlow function does to a gradient, and write rules/ops.txt."""
