"""Tests of tflintgrad.project."""
