"""Watches the user's own command: which gradients it asked for, and what it got."""
