"""Tests of `# noqa` comments."""
