"""Tests of tflintgrad.project.prefilter."""
