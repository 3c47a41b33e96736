"""The value domain: what abstract values are, and the graph and store that hold them."""
