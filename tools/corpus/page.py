"""The tables of docs/corpus.md: how many findings there are, and how many of them are true."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from tflintgrad.knowledge.rules import SYNTAX_ERROR, rulebook
from tools.corpus.labels import Label
from tools.corpus.observing import Observed
from tools.corpus.toml import BadFile

BEGIN = "<!-- written by `python -m tools.corpus` -->"
END = "<!-- end -->"

Row = tuple[str, ...]


def rule_rows(labels: Sequence[Label], lines: int) -> list[Row]:
    """Return one row per rule and one for all: findings, true, false, precision, density."""
    head: Row = ("rule", "findings", "true", "false", "precision", "per 100,000 lines")
    codes = sorted({label.key.code for label in labels})
    rows = [_row(_title(code), [x for x in labels if x.key.code == code], lines) for code in codes]
    return [head, *rows, _row("all", labels, lines)]


def tuning_rows(observed: Sequence[Observed], labels: Sequence[Label]) -> list[Row]:
    """Return the figures of repositories that the analysis was tuned on, and of the others."""
    head: Row = ("repositories", "number", "lines", "findings", "true", "false", "precision")
    rows = [head]
    for title, tuned_on in (("tuned on", True), ("not tuned on", False)):
        chosen = [one for one in observed if one.repository.tuned_on is tuned_on]
        names = {one.repository.name for one in chosen}
        own = [x for x in labels if x.key.repository in names and x.key.code != SYNTAX_ERROR]
        lines = sum(one.lines for one in chosen)
        _, *figures = _row(title, own, lines)
        rows.append((title, str(len(chosen)), f"{lines:,}", *figures[:-1]))
    return rows


def _title(code: str) -> str:
    return f"{code} {rulebook().get(code).name}"


def _row(title: str, labels: Sequence[Label], lines: int) -> Row:
    true = sum(label.true for label in labels)
    precision = f"{true / len(labels):.0%}" if labels else "–"
    density = f"{len(labels) / lines * 100_000:.2f}" if lines else "–"
    numbers = (len(labels), true, len(labels) - true)
    return (title, *map(str, numbers), precision, density)


def repository_rows(observed: Iterable[Observed], labels: Sequence[Label]) -> list[Row]:
    files: Row = ("Python files", "notebooks", "lines")
    head: Row = ("repository", "commit", "tuned on", *files, "true", "false")
    rows = [head]
    for one in observed:
        own = [label for label in labels if label.key.repository == one.repository.name]
        true = sum(label.true for label in own)
        numbers = (one.python_files, one.notebooks, one.lines, true, len(own) - true)
        name, commit = one.repository.name, one.repository.commit[:12]
        tuned_on = "yes" if one.repository.tuned_on else "no"
        rows.append((name, commit, tuned_on, *(f"{number:,}" for number in numbers)))
    return rows


def as_text(rows: Sequence[Row]) -> str:
    """Return a text table with numbers aligned right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [first.ljust(widths[0])]
        cells += [text.rjust(width) for text, width in zip(others, widths[1:], strict=True)]
        lines.append("  ".join(cells))
    return "\n".join(lines)


def as_markdown(rows: Sequence[Row]) -> str:
    head, *others = rows
    lines = [head, ("---", *["---:"] * (len(head) - 1)), *others]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)


def written_into(page: Path, *tables: Sequence[Row]) -> None:
    """Put the tables between the page's marks."""
    try:
        text = page.read_text(encoding="utf-8")
    except OSError as problem:
        raise BadFile(f"{page}: cannot be read: {problem.strerror}") from None
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise BadFile(f"{page}: has no lines {BEGIN} and {END}")
    middle = "\n\n".join(["", *map(as_markdown, tables), ""])
    page.write_text(before + begin + middle + end + after, encoding="utf-8", newline="\n")
