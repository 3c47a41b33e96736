"""Pictures of the gradient-flow graph: what a person would sketch on a whiteboard.

`program` analyses a file. `between` picks what lies between the sources and the target of a query,
`knots` and `contract` make few boxes of many values, `compose` puts words on them. The result is a
`Sketch`, which `text`, `mermaid`, `dot`, `svg` and `data` draw.
"""
