"""Tests of tflintgrad.source."""
