"""Tests of `tflintgrad verify`."""
