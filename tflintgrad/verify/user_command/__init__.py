"""Runs the user's own command with every query observed, and matches findings with what it did."""
