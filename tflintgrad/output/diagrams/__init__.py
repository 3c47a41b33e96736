"""Diagrams of the gradient-flow graph: what a person would sketch on a whiteboard.

`analyzed_program` analyses a file. `subgraph` selects the values between the sources and the target
of a query, `grouping` and `contraction` put them into few groups, `builder` makes boxes and arrows
of these. The result is a `model.Diagram`, which `text`, `mermaid`, `dot`, `svg` and `json_format`
draw.
"""
