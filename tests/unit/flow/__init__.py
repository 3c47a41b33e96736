"""Tests of tflintgrad.flow."""
