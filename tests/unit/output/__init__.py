"""Tests of tflintgrad.output."""
