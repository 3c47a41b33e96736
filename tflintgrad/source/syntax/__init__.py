"""One file's syntax: parsed with libcst, names and positions computed only when asked for."""
