"""Verification: run flagged programs on TensorFlow and give each finding a verdict."""
