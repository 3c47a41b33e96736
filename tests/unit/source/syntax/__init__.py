"""Tests of tflintgrad.source.syntax."""
