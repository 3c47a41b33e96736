"""Programs that take seconds each: some are run on TensorFlow every time, all with `-m full`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest


def some(
    argument: str, items: Sequence[Any], name: Callable[[Any], str], every: int
) -> pytest.MarkDecorator:
    """Parametrise with all items; of those that are not among the chosen ones, only when asked."""
    parameters = [
        pytest.param(item, id=name(item), marks=pytest.mark.full if index % every else ())
        for index, item in enumerate(items)
    ]
    return pytest.mark.parametrize(argument, parameters)
