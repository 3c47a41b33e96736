"""Gradients after their query: added up, clipped, paired with variables, applied."""
