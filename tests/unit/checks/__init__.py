"""Tests of tflintgrad.checks."""
