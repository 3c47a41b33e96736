"""Reader of the code cells of an .ipynb file; it skips outputs without decoding them."""

from __future__ import annotations

import errno
import mmap
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tflintgrad import limits
from tflintgrad.source.files import (
    BrokenNotebook,
    Unreadable,
    open_nonblocking,
    too_large,
)
from tflintgrad.source.json_scanner import Malformed, Scanner, line_and_column, start_of_text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO, TypeGuard


_PYTHON = re.compile(r"i?python|pyspark", re.IGNORECASE)
#: Kernels of other languages, for notebooks that name a kernel but no language.
_OTHER_KERNELS = re.compile(
    r"(?:ir|julia|swift|javascript|deno|scala|xcpp)(?![a-z])", re.IGNORECASE
)


_NO_TEXT = object()


@dataclass(frozen=True, slots=True)
class CodeCell:
    """A code cell, untranslated; `cell` is its number among all cells, from 1."""

    cell: int
    text: str
    is_python: bool = True
    is_text: bool = True
    """False if the source in the notebook is not text."""


def open_cells(path: str) -> tuple[CodeCell, ...]:
    """Read the code cells of a file; raise `Unreadable` or `BrokenNotebook`."""
    try:
        with open(path, "rb", opener=open_nonblocking) as file:
            data = _content(file)
    except (OSError, ValueError, MemoryError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem) or type(problem).__name__
        raise Unreadable(reason[:1].lower() + reason[1:]) from None
    return read_cells(data)


def _content(file: BinaryIO) -> bytes | mmap.mmap:
    size = os.fstat(file.fileno()).st_size
    if size > limits.MAX_FILE_BYTES:
        most = f"It is larger than {limits.MAX_FILE_BYTES >> 20} MiB"
        raise OSError(errno.EFBIG, most, file.name)
    if size >= limits.MIN_MAPPED_BYTES:
        try:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError:  # not every file system supports it
            pass
    return file.read()


def raw_code(cells: Iterable[CodeCell]) -> bytes:
    """Return the text of all cells as bytes, for the prefilter."""
    return "\n".join(cell.text for cell in cells).encode("utf-8", "surrogatepass")


def read_cells(data: bytes | mmap.mmap) -> tuple[CodeCell, ...]:
    """Read the code cells from a file's content; none if the notebook is in another language."""
    try:
        return _read_cells(data)
    except Malformed as problem:
        row, column = line_and_column(data, problem.at)
        message = f"is not a notebook: line {row} column {column}: {problem.what}"
    except MemoryError:
        message = "is too large to read"
    raise BrokenNotebook(message)


def _read_cells(data: bytes | mmap.mmap) -> tuple[CodeCell, ...]:
    scanner = Scanner(data, start_of_text(data))
    if scanner.is_at_end():  # some editors create notebooks as empty files
        return ()
    if not scanner.is_object():
        scanner.skip()
        scanner.finish()
        raise BrokenNotebook("is not a notebook: no object with cells")
    # Of a repeated key, the last one counts, as in Python's `json`.
    cells: dict[str, list[_Cell | None] | None] = {}
    is_python = True
    for key in scanner.members():
        if key == "cells":
            cells[key] = _cells(scanner)
        elif key == "worksheets":  # until version 3 of the format
            cells[key] = _worksheets(scanner)
        elif key == "metadata":
            is_python = _is_python_notebook(scanner)
    scanner.finish()
    found = _numbered(cells)
    size = sum(len(cell.text) for cell in found)
    if size > limits.MAX_CODE_BYTES:
        raise BrokenNotebook(f"is {too_large(size)}")
    return found if is_python else ()


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell of any type."""

    is_code: bool
    is_python: bool = True
    text: str | None = None


def _numbered(found: dict[str, list[_Cell | None] | None]) -> tuple[CodeCell, ...]:
    """Return the code cells with their numbers; raise BrokenNotebook for an invalid cell."""
    name = "worksheets" if "worksheets" in found and "cells" not in found else "cells"
    if name not in found:
        raise BrokenNotebook('is not a notebook: no "cells"')
    cells = found[name]
    if cells is None:
        raise BrokenNotebook(f'is not a notebook: "{name}" is not a list')
    numbered = []
    for number, cell in enumerate(cells, 1):
        if cell is None:
            raise BrokenNotebook(f"is not a notebook: cell {number} is not an object")
        if cell.is_code:
            is_text = cell.text is not None
            numbered.append(CodeCell(number, cell.text or "", cell.is_python, is_text))
    return tuple(numbered)


def _worksheets(scanner: Scanner) -> list[_Cell | None] | None:
    if not scanner.is_array():
        return None
    all_cells: list[_Cell | None] = []
    for _ in scanner.elements():
        cells: list[_Cell | None] | None = None
        if scanner.is_object():
            for key in scanner.members():
                if key == "cells":
                    cells = _cells(scanner)
        all_cells += cells or []
    return all_cells


def _cells(scanner: Scanner) -> list[_Cell | None] | None:
    """Read a list of cells; None if it is not a list, and None for a cell that is not an object."""
    if not scanner.is_array():
        return None
    return [_cell(scanner) if scanner.is_object() else None for _ in scanner.elements()]


def _cell(scanner: Scanner) -> _Cell:
    found = scanner.small_value()
    if not isinstance(found, dict):
        found = _members_of_large_cell(scanner)
    if found.get("cell_type") != "code":
        return _Cell(is_code=False)
    editor = _section(found.get("metadata"), "vscode").get("languageId")
    languages = [found.get("language"), editor]
    return _Cell(
        is_code=True,
        is_python=all(_PYTHON.match(language) for language in languages if _is_name(language)),
        text=_text(found.get("source", found.get("input"))),
    )


def _members_of_large_cell(scanner: Scanner) -> dict[str, object]:
    """Read the members of a cell that matter, without decoding its outputs."""
    found: dict[str, object] = {}
    source_at: dict[str, int] = {}
    for key in scanner.members():
        if key in ("cell_type", "language"):  # a language until version 3 of the format
            found[key] = scanner.string()
        elif key in ("source", "input"):  # "input" until version 3
            source_at[key] = scanner.at
        elif key == "metadata":
            found[key] = _sections(scanner, {"vscode": ("languageId",)})
    # Read the text only of code cells: a markdown cell can contain large pictures.
    if found.get("cell_type") == "code":
        for key, at in source_at.items():
            text = scanner.text_at(at)
            found[key] = _NO_TEXT if text is None else text
    return found


def _text(source: object) -> str | None:
    if source is None:
        return ""
    if isinstance(source, list) and all(isinstance(part, str) for part in source):
        return "".join(source)
    return source if isinstance(source, str) else None


def _is_python_notebook(scanner: Scanner) -> bool:
    """True if the metadata names Python, or no language at all."""
    wanted = {"kernelspec": ("language", "name"), "language_info": ("name",)}
    metadata = _sections(scanner, wanted)
    kernel = _section(metadata, "kernelspec")
    for language in (kernel.get("language"), _section(metadata, "language_info").get("name")):
        if _is_name(language):
            return _PYTHON.match(language) is not None
    name = kernel.get("name")
    return not (_is_name(name) and _OTHER_KERNELS.match(name))


def _sections(scanner: Scanner, wanted: dict[str, tuple[str, ...]]) -> dict[str, object]:
    """Read the wanted strings from an object of objects, which may be large."""
    found: dict[str, object] = {}
    if not scanner.is_object():
        return found
    for section in scanner.members():
        if section in wanted:
            members = scanner.members() if scanner.is_object() else ()
            names = wanted[section]
            found[section] = {name: scanner.string() for name in members if name in names}
    return found


def _section(metadata: object, name: str) -> dict[str, object]:
    section = metadata.get(name) if isinstance(metadata, dict) else None
    return section if isinstance(section, dict) else {}


def _is_name(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and value != ""
