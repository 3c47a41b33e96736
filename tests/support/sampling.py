"""Programs that take seconds each: some are run on TensorFlow every time, all with `-m full`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest


def some(
    argument: str,
    items: Sequence[Any],
    name: Callable[[Any], str],
    every: int,
    group: Callable[[Any], str] = lambda item: "",
) -> pytest.MarkDecorator:
    """Parametrise with all items; all but the first of every `every` in each group are `full`."""
    parameters = []
    counts: Counter[str] = Counter()
    for item in items:
        chosen = counts[group(item)] % every == 0
        counts[group(item)] += 1
        marks = () if chosen else pytest.mark.full
        parameters.append(pytest.param(item, id=name(item), marks=marks))
    return pytest.mark.parametrize(argument, parameters)
