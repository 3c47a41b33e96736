"""The syntax tree of one file, its bindings, and positions computed on demand."""
