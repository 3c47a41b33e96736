"""The gradient-flow graph of a program, and the abstract interpreter that builds it."""

import tflintgrad.source.syntax  # noqa: F401  # first: it imports the node classes of libcst only
