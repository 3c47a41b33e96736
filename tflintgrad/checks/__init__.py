"""From the graph to findings: one module per family of rules."""
