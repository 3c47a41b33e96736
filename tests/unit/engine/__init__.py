"""Tests of tflintgrad.engine."""
