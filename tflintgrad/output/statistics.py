"""Statistics: the number of findings of each rule, printed instead of the findings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tflintgrad.knowledge.rules import rulebook

if TYPE_CHECKING:
    from collections.abc import Mapping

#: The output formats in which statistics can be printed.
STATISTICS_FORMATS = ("full", "concise", "grouped", "json", "json-lines")


def render_statistics(counts: Mapping[str, int], output_format: str) -> str:
    """Return the statistics, the most frequent rule first, as text or JSON like the format."""
    names = rulebook().name_of
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    rows = [{"code": code, "name": names(code), "count": count} for code, count in ordered]
    if output_format == "json":
        return json.dumps(rows, indent=2) + "\n"
    if output_format == "json-lines":
        return "".join(json.dumps(row) + "\n" for row in rows)
    width = max((len(str(count)) for count in counts.values()), default=0)
    return "".join(f"{count:>{width}}  {code}[{names(code)}]\n" for code, count in ordered)
