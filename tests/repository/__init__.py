"""Tests of the repository: documentation, code quality, packaging, tools."""
