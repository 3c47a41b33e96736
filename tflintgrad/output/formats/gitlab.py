"""A Code Quality report, which GitLab shows in merge requests."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tflintgrad.output.fingerprinted import identified
from tflintgrad.output.messages import sentence_of, severity_of
from tflintgrad.output.paths import in_project

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.output.source_lines import Place, Sources
    from tflintgrad.output.style import Style

_SEVERITIES = {"error": "major", "warning": "minor", "info": "info"}


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    issues = []
    for result in results:
        for finding, fingerprint, sources in identified(result):
            issues.append(_issue(finding, fingerprint.digest, sources))
    yield json.dumps(issues, indent=2) + "\n"


def _issue(finding: Finding, fingerprint: str, sources: Sources) -> dict[str, Any]:
    return {
        "type": "issue",
        "check_name": finding.code,
        "description": sentence_of(finding),
        "categories": ["Bug Risk"],
        "severity": _SEVERITIES[severity_of(finding)],
        "fingerprint": fingerprint,
        "location": _location(finding, sources),
        "other_locations": [_location(step, sources) for step in finding.flow],
    }


def _location(place: Place, sources: Sources) -> dict[str, Any]:
    region = sources.region(place)
    return {
        "path": in_project(place.filename),
        "lines": {"begin": region.row, "end": region.end_row},
    }
