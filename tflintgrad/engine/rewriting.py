"""Apply edits to the bytes of a file, and leave all other bytes as they were."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tflintgrad.project.symlinks import leads_out_of_project
from tflintgrad.source.decoding import DecodeError, decode_as_written, normalize, split_lines
from tflintgrad.source.edits import apply_edits, edit_offsets
from tflintgrad.source.files import Unreadable, read_bytes
from tflintgrad.source.notebook import BrokenNotebook, is_notebook, read_cells

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tflintgrad.diagnostics import Edit
    from tflintgrad.engine.file_result import FileResult

_CHANGED = "was changed since it was checked"
_UNSAFE = "cannot be changed without changing more than that"

#: Edits by cell; the key is None for a file that is not a notebook.
Edits = dict[int | None, list["Edit"]]


class CannotRewrite(Exception):
    """The file is not rewritten; the message gives the reason, and follows the path."""


@dataclass(frozen=True, slots=True)
class Change:
    """The content of a file before and after edits."""

    path: str
    before: bytes
    after: bytes


def rewrite_file(result: FileResult, edits: Edits) -> Change:
    """Return the change that `edits` make to the file of a result, without writing it.

    Raises `CannotRewrite`.
    """
    if leads_out_of_project(result.path):
        raise CannotRewrite("is a link that leads out of the project")
    try:
        data = read_bytes(result.path)
    except Unreadable as problem:
        raise CannotRewrite(str(problem)) from None
    return Change(result.path, data, rewritten(data, result, edits))


def rewritten(data: bytes, result: FileResult, edits: Edits) -> bytes:
    """Return the content `data` of a file with the edits applied; raises `CannotRewrite`."""
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
    # Some codecs add a byte order mark, or have several encodings of the same text.
    try:
        if text.encode(encoding) != data:
            raise CannotRewrite(_UNSAFE)
        return (mark + apply_edits(text.removeprefix(mark), edits)).encode(encoding)
    except UnicodeEncodeError:
        raise CannotRewrite(f"the new text cannot be encoded in {encoding}") from None


def _notebook(data: bytes, result: FileResult, edits: Mapping[int | None, list[Edit]]) -> bytes:
    from tflintgrad.source.notebook_edits import byte_edits, literals_of_cells

    try:
        cells = {cell.cell: cell.text for cell in read_cells(data)}
    except BrokenNotebook:
        raise CannotRewrite(_CHANGED) from None
    checked = result.notebook.cells if result.notebook is not None else ()
    if [tuple(split_lines(text)) for text in cells.values()] != [cell.lines for cell in checked]:
        raise CannotRewrite(_CHANGED)
    literals = literals_of_cells(data)
    changes: list[tuple[int, int, bytes]] = []
    for cell, cell_edits in edits.items():
        assert cell is not None
        changes += byte_edits(data, literals[cell], edit_offsets(cells[cell], cell_edits))
        cells[cell] = apply_edits(cells[cell], cell_edits)
    pieces: list[bytes] = []
    at = 0
    for start, end, piece in sorted(changes):
        pieces += [data[at:start], piece]
        at = end
    after = b"".join(pieces) + data[at:]
    # Whatever the notebook contains, only the edited cells may have changed.
    if {cell.cell: cell.text for cell in read_cells(after)} != cells:
        raise CannotRewrite(_UNSAFE)
    return after


def diff(change: Change) -> str:
    """Return a change as a unified diff."""
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
