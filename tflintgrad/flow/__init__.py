"""The gradient-flow graph of a program, and the abstract interpreter that builds it."""
