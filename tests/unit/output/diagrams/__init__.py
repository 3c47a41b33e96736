"""Tests of tflintgrad.output.diagrams."""
