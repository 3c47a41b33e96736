"""Notebooks: bytes that are nearly one, read as `json.loads` would read them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from tflintgrad.engine.check_in_memory import check_bytes
from tflintgrad.source.notebook import BrokenNotebook, read_notebook
from tools.fuzz.mutations import mutated, mutated_bytes
from tools.fuzz.seeds import notebooks, programs
from tools.fuzz.target import Target, expect

_ODD = (
    *(b'"', b"\\", b",", b":", b"[", b"]", b"{", b"}", b"1", b"-", b" ", b"\n", b"\0", b"\xe9"),
    *(b"\\u", b"\\ud800", b"\\u00e9", b"null", b"NaN", b"1e5", b"\xef\xbb\xbf", b'"cells"'),
    *(b'"source"', b'"cell_type":"code"', b"[" * 500, b"9" * 5000, b'"' + b"x" * 70_000 + b'"'),
)
_MAGICS = (
    *("%matplotlib inline", "!ls", "%%time", "%%bash", "?x", "x = !ls", "x?", ">>> x", "... y"),
    *("%%writefile a.py", "%timeit tf.exp(x)", "  !pip\\", "/f x", ",f a", "\u2028", "\ud800"),
)


def _notebook(rng: Random) -> bytes:
    if rng.random() < 0.3:
        return mutated_bytes(rng.choice(notebooks()), rng, _ODD)
    cells = [_cell(rng) for _ in range(rng.randint(0, 3))]
    found: Any = {"cells": cells, "metadata": _metadata(rng), "nbformat": 4, "nbformat_minor": 5}
    if rng.random() < 0.1:
        found = {"worksheets": [{"cells": cells}, _any(rng)], "metadata": _metadata(rng)}
    if rng.random() < 0.2:
        found[rng.choice(("cells", "metadata", "x", ""))] = _any(rng)
    text = json.dumps(found, indent=rng.choice((None, 1)), ensure_ascii=rng.random() < 0.8)
    data = text.encode("utf-8", "surrogatepass")
    return mutated_bytes(data, rng, _ODD) if rng.random() < 0.6 else data


def _cell(rng: Random) -> Any:
    if rng.random() < 0.1:
        return _any(rng)
    source: Any = _source(rng)
    if rng.random() < 0.5:
        source = source.splitlines(keepends=True)
    cell = {
        "cell_type": rng.choice(("code", "code", "code", "markdown", "raw")),
        "metadata": _metadata(rng),
        "outputs": [_any(rng)],
        "source": source,
    }
    if rng.random() < 0.1:
        cell[rng.choice(("source", "metadata", "cell_type", "language", "input"))] = _any(rng)
    return cell


def _source(rng: Random) -> str:
    lines = rng.choice(programs()).split("\n")
    start = rng.randrange(len(lines))
    lines = lines[start : start + rng.choice((1, 3, 20))]
    for _ in range(rng.choice((0, 1, 2))):
        lines.insert(rng.randint(0, len(lines)), rng.choice(_MAGICS))
    text = "\n".join(lines)
    return mutated(text, rng, programs()) if rng.random() < 0.3 else text


def _metadata(rng: Random) -> Any:
    plain = {"kernelspec": {"language": "python", "name": "python3"}}
    odd = {"vscode": {"languageId": rng.choice(("sql", "python", 5))}}
    return rng.choice((plain, {}, odd, _any(rng)))


def _any(rng: Random, depth: int = 3) -> Any:
    kind = rng.randrange(8 if depth else 6)
    if kind < 6:
        return (None, True, 3, -0.5, "", 'é\n"\\')[kind]
    items = [_any(rng, depth - 1) for _ in range(rng.randint(0, 3))]
    return items if kind == 6 else dict(zip(("a", "name", "vscode"), items, strict=False))


def _attempt(data: bytes) -> None:
    try:
        found = read_notebook(data)
    except BrokenNotebook as problem:
        expect("\n" not in str(problem), f"not one line: {problem}")
        found = None
    expect((found is not None) == _is_notebook(data), f"read as {found!r}")
    if found is not None:
        rows = found.text.count("\n")
        for row in range(1, rows + 1):
            cell, inner, _ = found.cell_position(row, 1)
            expect(found.module_row(cell, inner) == row, f"row {row} is not where it is")
        for broken in found.broken:
            expect(1 <= broken.row <= len(found.lines(broken.cell)), f"{broken} is nowhere")
    if len(data) % 50 == 0:
        for result in check_bytes(data, "<notebook>.ipynb"):
            expect(not any("failed" in line for line in result.warnings), str(result.warnings))


def _is_notebook(data: bytes) -> bool:
    """True if Python's own JSON parser reads a notebook from the bytes."""
    try:
        text = data.decode("utf-8-sig")
        found = json.loads(text) if text.strip(" \t\n\r") else {"cells": []}
    except (ValueError, RecursionError):
        return _has_many_digits(data)
    if not isinstance(found, dict):
        return False
    if "cells" not in found and isinstance(found.get("worksheets"), list):
        sheets = [sheet for sheet in found["worksheets"] if isinstance(sheet, dict)]
        parts = [sheet.get("cells") for sheet in sheets]
        cells = [cell for part in parts if isinstance(part, list) for cell in part]
        return all(isinstance(cell, dict) for cell in cells)
    listed = found.get("cells")
    return isinstance(listed, list) and all(isinstance(cell, dict) for cell in listed)


def _has_many_digits(data: bytes) -> bool:
    """True for notebooks with numbers too long for Python's parser, which tflintgrad accepts."""
    if b"9" * 4301 not in data:
        return False
    return _is_notebook(data.replace(b"9" * 4301, b"9"))


NOTEBOOKS = Target("notebooks", _notebook, _attempt)
