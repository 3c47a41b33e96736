"""SARIF 2.1.0, for code scanning and viewers; the path of a finding is a code flow."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tflintgrad._version import __version__
from tflintgrad.diagnostics import CULPRIT_LABELS, Spot
from tflintgrad.knowledge.rules import rulebook, url_of
from tflintgrad.output.fingerprinted import with_fingerprints
from tflintgrad.output.formats.json import verification_object
from tflintgrad.output.messages import (
    HOME_PAGE,
    cell_prefix,
    help_of,
    message_of,
    one_line,
    severity_of,
    verdict_suffix,
)
from tflintgrad.output.paths import uri

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tflintgrad.diagnostics import Finding, Fix, Step
    from tflintgrad.engine.file_result import FileResult
    from tflintgrad.engine.fingerprints import Fingerprint
    from tflintgrad.output.source_lines import Located, SourceLines
    from tflintgrad.output.style import Style

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
_PROBLEM_SEVERITIES = {"error": "error", "warning": "warning", "info": "recommendation"}
#: The symbol for the root of the repository, which the reader of the report resolves.
_ROOT = "%SRCROOT%"


def render(results: Iterable[FileResult], style: Style) -> Iterator[str]:
    """Yield the report."""
    found: list[dict[str, Any]] = []
    notifications: list[dict[str, Any]] = []
    succeeded = True
    for result in results:
        succeeded = succeeded and result.error is None
        notifications += _notifications(result)
        found += [_result(*item) for item in with_fingerprints(result)]
    codes = sorted({item["ruleId"] for item in found})
    for item in found:
        item["ruleIndex"] = codes.index(item["ruleId"])
    run = {
        "tool": {
            "driver": {
                "name": "tflintgrad",
                "version": __version__,
                "semanticVersion": __version__,
                "informationUri": HOME_PAGE,
                "rules": [_rule(code) for code in codes],
            }
        },
        "invocations": [
            {"executionSuccessful": succeeded, "toolExecutionNotifications": notifications}
        ],
        "columnKind": "utf16CodeUnits",
        "originalUriBaseIds": {_ROOT: {"description": {"text": "the root of the repository"}}},
        "results": found,
    }
    yield json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _notifications(result: FileResult) -> Iterator[dict[str, Any]]:
    for text in result.warnings:
        yield {"level": "warning", "message": {"text": text}}
    if result.error is not None:
        yield {"level": "error", "message": {"text": result.error}}


def _rule(code: str) -> dict[str, Any]:
    book = rulebook()
    if not book.code_for(code):  # the page of the rule is not installed
        return {"id": code}
    rule = book.get(code)
    # The explanation of the page, without its examples.
    explanation = rule.body.partition("## Example")[0].strip()
    return {
        "id": code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": f"{rule.summary[:1].upper()}{rule.summary[1:]}."},
        "help": {"text": rule.help, "markdown": f"{explanation}\n\n{rule.help}."},
        "helpUri": rule.url,
        "defaultConfiguration": {"enabled": rule.default, "level": _LEVELS[rule.severity]},
        "properties": {
            "effect": rule.effect,
            "problem.severity": _PROBLEM_SEVERITIES[rule.severity],
            "precision": "very-high" if rule.severity == "error" else "high",
            "tags": ["correctness", "tensorflow", "gradient"],
        },
    }


def _result(
    finding: Finding, fingerprint: Fingerprint, source_lines: SourceLines
) -> dict[str, Any]:
    message = f"{cell_prefix(finding)}{message_of(finding)}{verdict_suffix(finding)}"
    text = help_of(finding)
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "level": _LEVELS[severity_of(finding)],
        "message": {"text": f"{message}\n{text}" if text else message},
        "locations": [_location(finding, source_lines)],
        "partialFingerprints": {"tflintgradLineHash/v1": fingerprint.digest},
        "properties": {"effect": finding.effect, "url": url_of(finding.code)},
    }
    # In a notebook this would be the hash of a line of JSON, which GitHub adds itself.
    if finding.cell is None:
        line = source_lines.line_hash(finding, finding.span.start.row)
        if line is not None:
            result["partialFingerprints"]["primaryLocationLineHash"] = line
    if finding.verification is not None:
        result["properties"]["verification"] = verification_object(finding.verification)
    # Edits of a notebook are edits of a cell's text, not of the file's JSON.
    if finding.fix is not None and finding.cell is None:
        result["fixes"] = [_fix(finding, finding.fix, source_lines)]
    related = [*_related(finding, source_lines)]
    if related:
        result["relatedLocations"] = related
    if finding.flow:
        steps = [_flow_location(step, source_lines) for step in finding.flow]
        result["codeFlows"] = [
            {
                "message": {"text": "the path from source to target"},
                "threadFlows": [{"locations": steps}],
            }
        ]
    return result


def _fix(finding: Finding, fix: Fix, source_lines: SourceLines) -> dict[str, Any]:
    location = _location(finding, source_lines)["physicalLocation"]["artifactLocation"]
    return {
        "description": {"text": f"{fix.message} ({fix.proof})" if fix.proof else fix.message},
        "artifactChanges": [
            {
                "artifactLocation": location,
                "replacements": [
                    {
                        "deletedRegion": _region(Spot(finding.filename, edit.span), source_lines),
                        "insertedContent": {"text": edit.replacement},
                    }
                    for edit in fix.edits
                ],
            }
        ],
    }


def _related(finding: Finding, source_lines: SourceLines) -> Iterator[dict[str, Any]]:
    """Yield the locations of the path, and of the other affected queries."""
    on_path = {(step.filename, step.cell, step.span) for step in finding.flow}
    others = [q for q in finding.queries if (q.filename, q.cell, q.span) not in on_path]
    located: list[tuple[Located, str]] = [(step, _note(step)) for step in finding.flow]
    located += [(spot, "the gradient is requested here") for spot in others]
    for number, (item, note) in enumerate(located, 1):
        yield {"id": number, **_location(item, source_lines), "message": {"text": note}}


def _flow_location(step: Step, source_lines: SourceLines) -> dict[str, Any]:
    is_culprit = step.label in CULPRIT_LABELS
    return {
        "location": {**_location(step, source_lines), "message": {"text": _note(step)}},
        "kinds": [step.label],
        "importance": "essential" if is_culprit else "important",
    }


def _note(step: Step) -> str:
    return f"{step.label}: {one_line(step.note)}" if step.note else step.label


def _location(item: Located, source_lines: SourceLines) -> dict[str, Any]:
    address, is_inside = uri(item.filename)
    artifact = {"uri": address, **({"uriBaseId": _ROOT} if is_inside else {})}
    location: dict[str, Any] = {
        "physicalLocation": {"artifactLocation": artifact, "region": _region(item, source_lines)}
    }
    if item.cell is not None:
        location["logicalLocations"] = [{"name": f"cell {item.cell}", "kind": "cell"}]
    return location


def _region(item: Located, source_lines: SourceLines) -> dict[str, Any]:
    region = source_lines.region(item, "utf-16")
    found: dict[str, Any] = {"startLine": region.row}
    if region.column is not None:
        found |= {"startColumn": region.column}
    found |= {"endLine": region.end_row}
    if region.end_column is not None:
        found |= {"endColumn": region.end_column}
    return found
