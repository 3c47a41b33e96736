"""A Code Quality report, which GitLab shows in merge requests."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tflintgrad.report._identified import identified
from tflintgrad.report._paths import in_project
from tflintgrad.report._words import sentence_of, severity_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.fileresult import FileResult
    from tflintgrad.findings import Finding
    from tflintgrad.report._sources import Place, Sources
    from tflintgrad.report._style import Style

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
