"""One JSON object per line, as in the array of `json`, each as soon as it is known."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tflintgrad.output.formats.json import objects

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.output.style import Style


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    """Yield a line for each finding."""
    for result in results:
        for item in objects(result):
            yield json.dumps(item) + "\n"
