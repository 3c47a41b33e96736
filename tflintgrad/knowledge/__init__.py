"""Readers of `rules/`: the rule registry, the op table, roles, and what they know of each op."""
