"""Comparison of tflintgrad's findings in public repositories with a reviewed list."""
