"""Shapes of values: the rules that `rules/shapes.txt` names, and what applies them."""
