"""Code actions: apply the fix of a finding or all fixes, suppress a finding, explain its rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types

from tflintgrad.diagnostics import Edit, Spot
from tflintgrad.frontends.server import suppression_actions
from tflintgrad.frontends.server.check_snapshot import LocatedFinding, SnapshotResults
from tflintgrad.knowledge.rules import SYNTAX_ERROR, rulebook
from tflintgrad.source.edits import without_overlaps

EXPLAIN = "tflintgrad.explain"


def actions_for(located: LocatedFinding, results: SnapshotResults) -> Iterator[types.CodeAction]:
    """Yield the actions for a finding in an open text, the best one first."""
    code = located.finding.code
    content = results.contents.get(results.positions.path_of(located.finding))
    if located.finding.fix is not None:
        fix = located.finding.fix
        action = _edit(fix.message, fix.edits, located, results)
        action.is_preferred = fix.safe
        yield action
    if content is not None and code != SYNTAX_ERROR:
        on_line = suppression_actions.on_line(located.finding, content)
        if on_line is not None:
            yield _edit(f"Suppress {code} on this line", [on_line], located, results)
        in_file = suppression_actions.in_file(located.finding, content)
        if in_file is not None:
            yield _edit(f"Suppress {code} in this file", [in_file], located, results)
    title = f"Explain {code} ({rulebook().name_of(code)})"
    yield types.CodeAction(
        title=title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[located.diagnostic],
        command=types.Command(title=title, command=EXPLAIN, arguments=[code]),
    )


def fix_all(here: Iterable[LocatedFinding], results: SnapshotResults) -> list[types.CodeAction]:
    """Return the action that applies all safe fixes of a text; none if there are none."""
    fixable = [item for item in here if item.finding.fix is not None and item.finding.fix.safe]
    chosen = without_overlaps(item.finding.fix for item in fixable if item.finding.fix is not None)
    applied = [item for item in fixable if any(item.finding.fix is fix for fix in chosen)]
    if not applied:
        return []
    changes: dict[str, list[types.TextEdit]] = {}
    for item in applied:
        edits = item.finding.fix.edits if item.finding.fix is not None else ()
        for uri, found in _changes(edits, item, results).items():
            changes.setdefault(uri, []).extend(found)
    return [
        types.CodeAction(
            title="Apply all safe fixes of tflintgrad",
            kind=types.CodeActionKind.SourceFixAll,
            diagnostics=[item.diagnostic for item in applied],
            edit=types.WorkspaceEdit(changes=changes),
        )
    ]


def _changes(
    edits: Iterable[Edit], located: LocatedFinding, results: SnapshotResults
) -> dict[str, list[types.TextEdit]]:
    """Return edits as an editor applies them, by text."""
    finding = located.finding
    changes: dict[str, list[types.TextEdit]] = {}
    for edit in edits:
        location = results.positions.location(Spot(finding.filename, edit.span, finding.cell))
        changes.setdefault(location.uri, []).append(
            types.TextEdit(location.range, edit.replacement)
        )
    return changes


def _edit(
    title: str, edits: Iterable[Edit], located: LocatedFinding, results: SnapshotResults
) -> types.CodeAction:
    return types.CodeAction(
        title=title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[located.diagnostic],
        edit=types.WorkspaceEdit(changes=_changes(edits, located, results)),
    )
