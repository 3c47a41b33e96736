"""A generated matrix of programs: ways to build a model, to train it, to write a loss, and bugs."""
