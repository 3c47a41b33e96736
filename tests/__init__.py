"""Tests of tflintgrad; README.md lists the folders."""
