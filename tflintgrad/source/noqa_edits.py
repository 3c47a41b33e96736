"""Edits of comments: orders are taken out of them, and added to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.diagnostics import Edit, Location, Span

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from tflintgrad.source.logical_lines import Comment
    from tflintgrad.source.noqa import Entry, SuppressionComment

#: What may stand between a code and its explanation.
_LINKS = " \t-–—:;,."


def without(
    directive: SuppressionComment,
    dropped: Collection[Entry],
    comment: Comment,
    lines: Sequence[str],
) -> Edit:
    """Take entries out of a list; with the last one, or where there is no list, all of the order.

    `comment` is where it stands in `lines`, the text of its file or cell.
    """
    kept = [entry for entry in directive.entries or () if entry not in dropped]
    if kept:
        return _within(comment, *_shorter(directive, kept))
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


def added(codes: Iterable[str], row: int, line: str, comment: Comment | None) -> Edit:
    """Name these codes in a `# noqa` at the end of a line, which may have a comment already."""
    listed = ", ".join(sorted(codes))
    if comment is not None and (end := _end_of_noqa(comment)) is not None:
        return _within(comment, end, end, f", {listed}")
    kept = len(line.rstrip())
    span = Span(Location(row, kept + 1), Location(row, len(line) + 1))
    return Edit(span, f"  # noqa: {listed}")


def _end_of_noqa(comment: Comment) -> int | None:
    """Where the list of a `# noqa: …` ends that codes can be added to."""
    from tflintgrad.source.noqa import read_comment

    for directive in read_comment(comment.text, alone=comment.alone):
        if directive.entries and not directive.ours and directive.scope == "line":
            return directive.end
    return None


def _shorter(directive: SuppressionComment, kept: list[Entry]) -> tuple[int, int, str]:
    assert directive.entries is not None
    start, end = directive.entries[0].start, directive.entries[-1].end
    listed = directive.text[start - directive.start : end - directive.start]
    separator = ", " if ", " in listed else "," if "," in listed else " "
    return start, end, separator.join(entry.text for entry in kept)


def _within(comment: Comment, start: int, end: int, replacement: str) -> Edit:
    column = comment.column
    places = Location(comment.row, column + start), Location(comment.row, column + end)
    return Edit(Span(*places), replacement)


def _whole_line(row: int, lines: Sequence[str]) -> Edit:
    """The line with its line break; of the last line, the break before it."""
    if row < len(lines):
        return Edit(Span(Location(row, 1), Location(row + 1, 1)), "")
    end = Location(row, len(lines[row - 1]) + 1)
    start = Location(row - 1, len(lines[row - 2]) + 1) if row > 1 else Location(1, 1)
    return Edit(Span(start, end), "")
