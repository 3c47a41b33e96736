"""Tests of findings: labelled programs, TensorFlow and the linter agree."""
