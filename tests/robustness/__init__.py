"""Tests of limits, unusual input, growth and properties of the whole analysis."""
