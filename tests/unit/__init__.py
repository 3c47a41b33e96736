"""Tests of single modules and packages, in the folders of tflintgrad."""
