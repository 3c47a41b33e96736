"""Edits that add rules to suppression comments, or remove them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.diagnostics import Edit, Location, Span

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from tflintgrad.source.logical_lines import Comment
    from tflintgrad.source.suppression_comment import RuleRef, SuppressionComment

#: Characters between a code and its explanation.
_LINKS = " \t-–—:;,."


def remove_rules(
    directive: SuppressionComment,
    dropped: Collection[RuleRef],
    comment: Comment,
    lines: Sequence[str],
) -> Edit:
    """Remove entries from a directive's list; remove the whole directive if none remains.

    The position of `comment` is that in `lines`, the text of its file or cell.
    """
    remaining = [entry for entry in directive.entries or () if entry not in dropped]
    if remaining:
        return _within(comment, *_shorter(directive, remaining))
    before = comment.text[: directive.start].rstrip()
    after = comment.text[directive.end :].lstrip(_LINKS)
    if after and not after.startswith("#"):
        after = f"# {after}"  # an explanation is worth keeping
    rest = "  ".join(filter(None, (before, after)))
    if rest:
        return _within(comment, 0, len(comment.text), rest)
    if comment.alone:
        return _whole_line(comment.row, lines)
    code = lines[comment.row - 1][: comment.column - 1].rstrip()
    return Edit(
        Span(
            Location(comment.row, len(code) + 1),
            Location(comment.row, comment.column + len(comment.text)),
        ),
        "",
    )


def add_codes(codes: Iterable[str], row: int, line: str, comment: Comment | None) -> Edit:
    """Add codes to the `# noqa` at the end of a line, or add such a comment."""
    listed = ", ".join(sorted(codes))
    if comment is not None and (end := _end_of_noqa(comment)) is not None:
        return _within(comment, end, end, f", {listed}")
    end_of_code = len(line.rstrip())
    span = Span(Location(row, end_of_code + 1), Location(row, len(line) + 1))
    return Edit(span, f"  # noqa: {listed}")


def _end_of_noqa(comment: Comment) -> int | None:
    """Return where the list of a `# noqa: …` ends; None if the comment has none."""
    from tflintgrad.source.suppression_comment import read_comment

    for directive in read_comment(comment.text, alone=comment.alone):
        if directive.entries and not directive.for_tflintgrad and directive.scope == "line":
            return directive.end
    return None


def _shorter(directive: SuppressionComment, remaining: list[RuleRef]) -> tuple[int, int, str]:
    """Return start, end and replacement of a directive's list, in its comment."""
    assert directive.entries is not None
    start, end = directive.entries[0].start, directive.entries[-1].end
    listed = directive.text[start - directive.start : end - directive.start]
    separator = ", " if ", " in listed else "," if "," in listed else " "
    return start, end, separator.join(entry.text for entry in remaining)


def _within(comment: Comment, start: int, end: int, replacement: str) -> Edit:
    column = comment.column
    locations = Location(comment.row, column + start), Location(comment.row, column + end)
    return Edit(Span(*locations), replacement)


def _whole_line(row: int, lines: Sequence[str]) -> Edit:
    """Remove a line with its line break; for the last line, with the break before it."""
    if row < len(lines):
        return Edit(Span(Location(row, 1), Location(row + 1, 1)), "")
    end = Location(row, len(lines[row - 1]) + 1)
    start = Location(row - 1, len(lines[row - 2]) + 1) if row > 1 else Location(1, 1)
    return Edit(Span(start, end), "")
