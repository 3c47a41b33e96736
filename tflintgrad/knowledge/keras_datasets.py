"""The shapes of the arrays that Keras' datasets consist of: reads `rules/keras-datasets.txt`."""

from __future__ import annotations

from functools import cache

from tflintgrad.knowledge import op_table

Dimensions = tuple[int, ...]


def dataset_shapes(name: str) -> list[Dimensions]:
    """Return the shapes of `x_train`, `y_train`, `x_test` and `y_test`; empty if not known."""
    return _table().get(name, [])


@cache
def _table() -> dict[str, list[Dimensions]]:
    found: dict[str, list[Dimensions]] = {}
    for line in op_table.rules_file("keras-datasets.txt").read_text(encoding="utf-8").splitlines():
        name, colon, shapes = line.partition(":")
        if colon and not line.startswith("#"):
            parts = (part.split() for part in shapes.split(";"))
            found[name] = [tuple(int(number) for number in part) for part in parts]
    return found
