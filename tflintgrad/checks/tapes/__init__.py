"""The tape: what it does not follow, and calls that raise or cost too much."""
