"""The gradient-flow graph: values, what they were computed from, and who asks for a gradient."""
