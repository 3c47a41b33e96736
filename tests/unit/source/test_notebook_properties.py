"""Whatever a notebook holds, it is read as `json.loads` reads it, and its cells are Python."""

from __future__ import annotations

import ast
import json
from unittest.mock import patch

import libcst as cst
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.support.notebook_cells import Json, translated_rows
from tflintgrad.source import json_scanner
from tflintgrad.source.notebook import BrokenNotebook, CodeCell, assemble, read_cells

# What random notebooks are made of.

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=8,
)
LINES = st.sampled_from(
    [
        *(
            "x = 1",
            "y = f(x)",
            "",
            "if x:",
            "    y",
            "%time z",
            "!ls",
            "a = !b \\",
            "'''",
            "(",
            "x?",
        ),
        *(
            "%%time",
            "%%bash",
            "  %a",
            "# c",
            ">>> x",
            "\tb",
            "s = '\\n'",
            "\ud800",
            "é",
            "x \\",
            "\f",
        ),
    ]
)
SOURCES = st.lists(LINES, max_size=5).map("\n".join)
MAYBE_TEXT = SOURCES | SOURCES.map(lambda text: text.splitlines(keepends=True)) | VALUES
METADATA = st.dictionaries(
    st.sampled_from(["kernelspec", "language_info", "vscode", "x"]),
    st.dictionaries(
        st.sampled_from(["language", "name", "languageId", "x"]),
        st.sampled_from(["python", "R", "ir", "sql"]) | VALUES,
    )
    | VALUES,
)
CELLS = st.fixed_dictionaries(
    {},
    optional={
        "cell_type": st.sampled_from(["code", "code", "markdown"]) | VALUES,
        "source": MAYBE_TEXT,
        "input": MAYBE_TEXT,
        "outputs": VALUES,
        "metadata": METADATA | VALUES,
        "language": st.sampled_from(["python", "bash"]) | VALUES,
        "x": VALUES,
    },
)
SOME_CELLS = st.lists(CELLS | VALUES, max_size=3) | st.lists(CELLS, max_size=5)
NOTEBOOKS = st.fixed_dictionaries(
    {},
    optional={
        "cells": SOME_CELLS | VALUES,
        "worksheets": st.lists(st.dictionaries(st.just("cells"), SOME_CELLS) | VALUES, max_size=2),
        "metadata": METADATA | VALUES,
        "x": VALUES,
    },
)
LAYOUTS: st.SearchStrategy[dict[str, Json]] = st.sampled_from(
    [{}, {"indent": 1}, {"indent": 0, "ensure_ascii": False}, {"separators": (",", ":")}]
)
#: How much is looked at in one go: small pieces make small notebooks large.
PIECES = st.sampled_from([(7, 7), (7, 30), (50, 200), (1 << 11, 1 << 16)])


@st.composite
def notebook_files(draw: st.DrawFn) -> bytes:
    text = json.dumps(draw(NOTEBOOKS), **draw(LAYOUTS))
    return text.encode("utf-8", "replace")


@st.composite
def mutated_files(draw: st.DrawFn) -> bytes:
    data = bytearray(draw(notebook_files()))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(data)))
        until = draw(st.integers(at, min(at + 4, len(data))))
        data[at:until] = draw(
            st.sampled_from([b"", b'"', b"\\", b",", b"[", b"}", b"1", b" ", b"\n", b"\xe9"])
            | st.binary(max_size=3)
        )
    return bytes(data[: draw(st.sampled_from([len(data), len(data), len(data) // 2]))])


Reading = list[tuple[int, str | None, bool]] | None


def plainly_read(data: bytes) -> Reading:
    """The same with `json.loads`: the cells with their text and whether it is Python; or None."""
    try:
        text = data.decode("utf-8-sig")
        found = json.loads(text) if text.strip(" \t\n\r") else {"cells": []}
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    if "cells" in found or not isinstance(found.get("worksheets"), list):
        cells = found.get("cells")
    else:
        sheets = [sheet for sheet in found["worksheets"] if isinstance(sheet, dict)]
        parts = [sheet.get("cells") for sheet in sheets]
        cells = [cell for part in parts if isinstance(part, list) for cell in part]
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        return None
    if not plainly_python(found.get("metadata")):
        return []
    return [
        plain_cell(number, cell)
        for number, cell in enumerate(cells, 1)
        if cell.get("cell_type") == "code"
    ]


def plain_cell(number: int, cell: dict[str, Json]) -> tuple[int, str | None, bool]:
    source = cell.get("source", cell.get("input"))
    if isinstance(source, list):
        source = "".join(source) if all(isinstance(part, str) for part in source) else 0
    source = "" if source is None else source
    languages = [cell.get("language"), plain(cell, "metadata", "vscode", "languageId")]
    is_python = all(not isinstance(name, str) or name in ("", "python") for name in languages)
    return number, source if isinstance(source, str) else None, is_python


def plainly_python(metadata: Json) -> bool:
    spec, info = plain(metadata, "kernelspec"), plain(metadata, "language_info")
    for language in (plain(spec, "language"), plain(info, "name")):
        if isinstance(language, str) and language:
            return language == "python"
    return bool(plain(spec, "name") != "ir")


def plain(value: Json, *names: str) -> Json:
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def really_read(data: bytes, pieces: tuple[int, int]) -> Reading:
    with (
        patch.object(json_scanner, "_SMALL_PIECE", pieces[0]),
        patch.object(json_scanner, "_PIECE", pieces[1]),
    ):
        try:
            found = read_cells(data)
        except BrokenNotebook as problem:
            assert "\n" not in str(problem)
            return None
    return [(cell.cell, cell.text if cell.is_text else None, cell.is_python) for cell in found]


class TestProperties:
    @settings(deadline=None)
    @given(notebook_files(), PIECES)
    def test_reads_what_json_reads(self, data: bytes, pieces: tuple[int, int]) -> None:
        assert really_read(data, pieces) == plainly_read(data)

    @settings(max_examples=300, deadline=None)
    @given(mutated_files(), PIECES)
    @example(b'{"cells": [], "x": "\\u12"}', (7, 7))
    @example(b'{"cells": [], "x": [1, , 2]}', (7, 7))
    @example(b'{"cells": [], "x": {"a": 1, }}', (7, 30))
    def test_refuses_what_json_refuses(self, data: bytes, pieces: tuple[int, int]) -> None:
        assert really_read(data, pieces) == plainly_read(data)

    @settings(deadline=None)
    @given(st.binary(max_size=40), PIECES)
    def test_any_bytes(self, data: bytes, pieces: tuple[int, int]) -> None:
        assert really_read(data, pieces) == plainly_read(data)

    @settings(deadline=None)
    @given(st.lists(SOURCES, max_size=5))
    def test_text_is_a_module(self, sources: list[str]) -> None:
        found = assemble([CodeCell(number, text) for number, text in enumerate(sources, 1)])
        ast.parse(found.text)
        cst.parse_module(found.text)
        assert found.text.count("\n") == sum(len(cell.lines) for cell in found.cells)

    @settings(deadline=None)
    @given(st.lists(SOURCES, min_size=1, max_size=5), st.data())
    def test_places_and_rows_are_inverse(self, sources: list[str], data: st.DataObject) -> None:
        found = assemble([CodeCell(2 * number, text) for number, text in enumerate(sources)])
        row = data.draw(st.integers(1, found.text.count("\n")))
        cell, cell_row, column = found.cell_position(row, data.draw(st.integers(1, 20)))
        assert found.module_row(cell, cell_row) == row
        assert 1 <= column <= len(found.lines(cell)[cell_row - 1]) + 1

    @settings(deadline=None)
    @given(st.text(alphabet="x1='\"!%?\\()[]#:,; \n\t", max_size=30))
    def test_any_cell(self, source: str) -> None:
        found = assemble([CodeCell(1, source)])
        ast.parse(found.text)
        assert found.text.count("\n") == len(found.lines(1)) or found.broken
        assert translated_rows(source) in (-1, source.count("\n") + 1)
