"""GitLab: a Code Quality report, which it shows in merge requests."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tflintgrad.output.fingerprinted import with_fingerprints
from tflintgrad.output.messages import sentence_of, severity_of
from tflintgrad.output.paths import in_project

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.diagnostics import Finding
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.output.source_lines import Located, SourceLines
    from tflintgrad.output.style import Style

_SEVERITIES = {"error": "major", "warning": "minor", "info": "info"}


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    """Yield the report, a JSON array with an issue for each finding."""
    issues = []
    for result in results:
        for finding, fingerprint, source_lines in with_fingerprints(result):
            issues.append(_issue(finding, fingerprint.digest, source_lines))
    yield json.dumps(issues, indent=2) + "\n"


def _issue(finding: Finding, fingerprint: str, source_lines: SourceLines) -> dict[str, Any]:
    return {
        "type": "issue",
        "check_name": finding.code,
        "description": sentence_of(finding),
        "categories": ["Bug Risk"],
        "severity": _SEVERITIES[severity_of(finding)],
        "fingerprint": fingerprint,
        "location": _location(finding, source_lines),
        "other_locations": [_location(step, source_lines) for step in finding.flow],
    }


def _location(item: Located, source_lines: SourceLines) -> dict[str, Any]:
    region = source_lines.region(item)
    return {
        "path": in_project(item.filename),
        "lines": {"begin": region.row, "end": region.end_row},
    }
