"""Tests of tflintgrad.verify.sandbox."""
