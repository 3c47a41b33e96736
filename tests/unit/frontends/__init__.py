"""Tests of tflintgrad.frontends."""
