"""Properties of values that checks ask for: computed on demand, backwards over the graph."""
