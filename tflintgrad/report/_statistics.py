"""How often each rule was broken, in place of the findings themselves."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tflintgrad.rulebook import rulebook

if TYPE_CHECKING:
    from collections.abc import Mapping


def render_statistics(counts: Mapping[str, int], output_format: str) -> str:
    """The most frequent first; as JSON where the findings would have been JSON too."""
    names = rulebook().name_of
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    if output_format == "json":
        rows = [{"code": code, "name": names(code), "count": count} for code, count in ordered]
        return json.dumps(rows, indent=2) + "\n"
    width = max((len(str(count)) for count in counts.values()), default=0)
    return "".join(f"{count:>{width}}  {code}[{names(code)}]\n" for code, count in ordered)
