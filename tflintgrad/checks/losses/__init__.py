"""Targets whose gradient is another than the intended one: shapes, arguments, terms of a loss."""
