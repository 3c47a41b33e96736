"""Tests of settings and of file selection."""
