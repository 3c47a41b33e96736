"""Readers of `rules/`: the rule registry, the op table, roles, and facts about each op."""
