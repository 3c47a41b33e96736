"""Tests of tflintgrad.verify."""
