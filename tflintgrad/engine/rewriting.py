"""The bytes of a file after edits; everything that was not edited is as it was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tflintgrad.source.decoding import DecodeError, decode_as_written, normalize, split_lines
from tflintgrad.source.edits import apply_edits, edit_offsets
from tflintgrad.source.files import Unreadable, read_bytes
from tflintgrad.source.notebook import BrokenNotebook, is_notebook, read_cells

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tflintgrad.diagnostics import Edit
    from tflintgrad.engine.file_result import FileResult

_CHANGED = "was changed meanwhile"
_UNSAFE = "cannot be changed without changing more than that"

#: What to change, by cell; None for a file that is no notebook.
Edits = dict[int | None, list["Edit"]]


class CannotRewrite(Exception):
    """The file is left alone; the message says why, after its path."""


@dataclass(frozen=True, slots=True)
class Change:
    """A file before and after."""

    path: str
    before: bytes
    after: bytes


def rewrite_file(result: FileResult, edits: Edits) -> Change:
    """What the edits, made for what was found in a file, do to it; nothing is written yet."""
    try:
        data = read_bytes(result.path)
    except Unreadable as problem:
        raise CannotRewrite(str(problem)) from None
    return Change(result.path, data, rewritten(data, result, edits))


def rewritten(data: bytes, result: FileResult, edits: Edits) -> bytes:
    if is_notebook(result.path):
        return _notebook(data, result, edits)
    return _text(data, result, edits[None])


def _text(data: bytes, result: FileResult, edits: Sequence[Edit]) -> bytes:
    try:
        text, encoding = decode_as_written(data)
    except DecodeError:
        raise CannotRewrite(_CHANGED) from None
    if normalize(text) != result.text:
        raise CannotRewrite(_CHANGED)
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    # Some codecs add a mark of their own, or have several spellings for the same text.
    try:
        if text.encode(encoding) != data:
            raise CannotRewrite(_UNSAFE)
        return (mark + apply_edits(text.removeprefix(mark), edits)).encode(encoding)
    except UnicodeEncodeError:
        raise CannotRewrite(f"what is to be written does not exist in {encoding}") from None


def _notebook(data: bytes, result: FileResult, edits: Mapping[int | None, list[Edit]]) -> bytes:
    from tflintgrad.source.notebook_edits import byte_edits, literals_of_cells

    try:
        cells = {cell.cell: cell.text for cell in read_cells(data)}
    except BrokenNotebook:
        raise CannotRewrite(_CHANGED) from None
    known = result.notebook.cells if result.notebook is not None else ()
    if [tuple(split_lines(text)) for text in cells.values()] != [cell.lines for cell in known]:
        raise CannotRewrite(_CHANGED)
    literals = literals_of_cells(data)
    changes: list[tuple[int, int, bytes]] = []
    for cell, wanted in edits.items():
        assert cell is not None
        changes += byte_edits(data, literals[cell], edit_offsets(cells[cell], wanted))
        cells[cell] = apply_edits(cells[cell], wanted)
    pieces: list[bytes] = []
    at = 0
    for start, end, piece in sorted(changes):
        pieces += [data[at:start], piece]
        at = end
    after = b"".join(pieces) + data[at:]
    # Nothing that a notebook can hold must be able to fool this.
    if {cell.cell: cell.text for cell in read_cells(after)} != cells:
        raise CannotRewrite(_UNSAFE)
    return after


def diff(change: Change) -> str:
    """As `git diff` would show it."""
    from difflib import unified_diff

    def lines(data: bytes) -> list[str]:
        try:
            text = decode_as_written(data)[0]
        except DecodeError:  # a notebook declares no encoding
            text = data.decode(errors="replace")
        found = split_lines(text.removeprefix("\ufeff"))
        return [f"{line}\n" for line in (found if found[-1] else found[:-1])]

    return "".join(
        unified_diff(lines(change.before), lines(change.after), change.path, change.path)
    )
