"""From the graph to findings: one module per family of rules."""

import tflintgrad.source.syntax  # noqa: F401  # first: it imports the node classes of libcst only
