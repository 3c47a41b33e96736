"""Tests of tflintgrad.knowledge."""
