"""What an editor offers to do about a finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types

from tflintgrad.diagnostics import Edit, Spot
from tflintgrad.frontends.server import suppression_edits
from tflintgrad.frontends.server.check_snapshot import Look, Placed
from tflintgrad.knowledge.rules import SYNTAX_ERROR, rulebook

EXPLAIN = "tflintgrad.explain"


def actions_for(placed: Placed, look: Look) -> Iterator[types.CodeAction]:
    """All that can be done about one finding in a text that is open, the best first."""
    code = placed.finding.code
    content = look.contents.get(look.places.file_of(placed.finding))
    if placed.finding.fix is not None:
        fix = placed.finding.fix
        action = _edit(fix.message, fix.edits, placed, look)
        action.is_preferred = fix.safe
        yield action
    if content is not None and code != SYNTAX_ERROR:
        here = suppression_edits.on_line(placed.finding, content)
        if here is not None:
            yield _edit(f"Suppress {code} on this line", [here], placed, look)
        everywhere = suppression_edits.in_file(placed.finding, content)
        if everywhere is not None:
            yield _edit(f"Suppress {code} in this file", [everywhere], placed, look)
    title = f"Explain {code} ({rulebook().name_of(code)})"
    yield types.CodeAction(
        title=title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[placed.diagnostic],
        command=types.Command(title=title, command=EXPLAIN, arguments=[code]),
    )


def _edit(title: str, edits: Iterable[Edit], placed: Placed, look: Look) -> types.CodeAction:
    finding = placed.finding
    changes: dict[str, list[types.TextEdit]] = {}
    for edit in edits:
        location = look.places.location(Spot(finding.filename, edit.span, finding.cell))
        changes.setdefault(location.uri, []).append(
            types.TextEdit(location.range, edit.replacement)
        )
    return types.CodeAction(
        title=title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[placed.diagnostic],
        edit=types.WorkspaceEdit(changes=changes),
    )
