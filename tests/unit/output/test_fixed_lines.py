"""A report shows the lines that a small fix writes."""

from __future__ import annotations

import pytest

from tflintgrad.diagnostics import Edit, Fix, Location, Span
from tflintgrad.output.fixed_lines import fixed_lines

LINES = ["a = 1", "    b = f(a)", "c = 2", "d = 3"]


def edit(first: tuple[int, int], last: tuple[int, int], new: str) -> Edit:
    return Edit(Span(Location(*first), Location(*last)), new)


@pytest.mark.parametrize(
    ("edits", "shown"),
    [
        ([edit((2, 9), (2, 13), "a")], ["b = a"]),
        ([edit((2, 9), (2, 10), "g"), edit((2, 11), (2, 12), "x")], ["b = g(x)"]),
        ([edit((2, 5), (2, 5), "first = 0\n    ")], ["first = 0"]),
        ([edit((2, 1), (2, 5), "")], []),  # only moved
        ([edit((2, 1), (3, 1), "")], []),  # deleted
        ([edit((1, 5), (1, 6), "x"), edit((4, 5), (4, 6), "x")], []),  # far apart
        ([edit((3, 5), (9, 1), "x")], []),  # the file is no longer what it was
        ([], []),
    ],
)
def test_lines(edits: list[Edit], shown: list[str]) -> None:
    assert fixed_lines(LINES, Fix("Do it", tuple(edits))) == shown
