"""Notebooks are read as Jupyter reads them, whatever is in their outputs."""

from __future__ import annotations

import base64
import codecs
import json
import os
import random
import sys
import tracemalloc
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.support.notebook_cells import Json, code, markdown, notebook, one_cell, read, texts
from tflintgrad import limits
from tflintgrad.source.files import Unreadable
from tflintgrad.source.notebook import (
    BrokenCell,
    BrokenNotebook,
    Notebook,
    open_cells,
    open_notebook,
    raw_code,
    read_cells,
    read_notebook,
)


class TestFormat:
    def test_source_is_a_string_or_a_list(self) -> None:
        found = read(code("a = 1\nb = 2"), code(["c = 3\n", "d = 4"]), code([]), code(""))
        assert found.text == "a = 1\nb = 2\nc = 3\nd = 4\n\n\n"

    def test_all_cells_are_counted(self) -> None:
        found = read(markdown(), code("a"), {"cell_type": "raw", "source": "r"}, code("b"))
        assert [cell.cell for cell in found.cells] == [2, 4]
        assert found.text == "a\nb\n"

    @pytest.mark.parametrize("indent", [None, 0, 1, "\t"])
    @pytest.mark.parametrize("reverse", [False, True])
    def test_layout_does_not_matter(self, indent: int | str | None, reverse: bool) -> None:
        cell = dict(sorted(code("x = 1").items(), reverse=reverse))
        data = json.dumps(notebook(markdown(), cell), indent=indent, sort_keys=not reverse)
        assert texts(data.encode()) == [(2, "x = 1")]

    def test_version_3(self) -> None:
        cells = [markdown(), {"cell_type": "code", "input": ["a\n", "b"], "language": "python"}]
        other = {"cell_type": "code", "input": "ls", "language": "bash"}
        sheets = [{"cells": cells}, {"metadata": {}}, {"cells": [other, code("c")]}]
        old = {"metadata": {"name": "x"}, "nbformat": 3, "worksheets": sheets}
        found = read_notebook(json.dumps(old).encode())
        assert [cell.cell for cell in found.cells] == [2, 3, 4]
        assert found.text == "a\nb\n\nc\n"

    def test_byte_order_mark(self) -> None:
        data = codecs.BOM_UTF8 + json.dumps(notebook(code("x"))).encode()
        assert texts(data) == [(1, "x")]

    @pytest.mark.parametrize("data", [b"", b" \n\t\r\n", codecs.BOM_UTF8])
    def test_new_notebook_of_an_editor(self, data: bytes) -> None:
        assert read_notebook(data) == Notebook("")

    def test_escapes_and_letters(self) -> None:
        source = 'smile = "\U0001f600", "é", "\\n", "\\\\"\n# 漢字 \x7f / \u2028 end'
        for ascii_only in (True, False):
            data = json.dumps(notebook(code(source)), ensure_ascii=ascii_only).encode()
            assert texts(data) == [(1, source)]
        assert len(read_notebook(data).lines(1)) == 2

    def test_line_ends(self) -> None:
        found = read(code(["a\r\n", "b\r", "c\n", "\f\n", 'd = """x\r\ny"""']), code("e"))
        assert found.text == 'a\nb\nc\n\f\nd = """x\ny"""\ne\n'
        assert found.module_row(2, 1) == 7

    @pytest.mark.parametrize(
        ("metadata", "is_python"),
        [
            ({}, True),
            (None, True),
            ([], True),
            ({"kernelspec": {"language": "python"}}, True),
            ({"kernelspec": {"language": "Python"}}, True),
            ({"kernelspec": {"language": "R"}}, False),
            ({"kernelspec": {"language": "python"}, "language_info": {"name": "R"}}, True),
            ({"kernelspec": {"language": ""}, "language_info": {"name": "julia"}}, False),
            ({"kernelspec": {"name": "python3"}, "language_info": {"name": "python"}}, True),
            ({"language_info": {"name": "ipython"}}, True),
            ({"language_info": {"name": "javascript"}}, False),
            ({"kernelspec": {"name": "ir"}}, False),
            ({"kernelspec": {"name": "julia-1.9"}}, False),
            ({"kernelspec": {"name": "swift"}}, False),
            ({"kernelspec": {"name": "iris-env"}}, True),
            ({"kernelspec": {"name": "my-env", "display_name": "R"}}, True),
            ({"kernelspec": None, "language_info": 5}, True),
            ({"kernelspec": {"language": 7, "name": []}}, True),
        ],
    )
    def test_language_of_the_notebook(self, metadata: Json, is_python: bool) -> None:
        assert read(code("x"), metadata=metadata).text == ("x\n" if is_python else "")

    @pytest.mark.parametrize("large", [False, True])
    def test_language_of_a_cell(self, large: bool) -> None:
        outputs = ["x" * 70_000 if large else ""]
        other = code("SELECT 1", metadata={"vscode": {"languageId": "sql"}}, outputs=outputs)
        same = code("x", metadata={"vscode": {"languageId": "python"}}, outputs=outputs)
        odd = code("y", metadata={"vscode": [], "tags": ["a"]}, outputs=outputs)
        found = read(other, same, odd)
        assert found.text == "\nx\ny\n"
        assert not found.broken

    @pytest.mark.parametrize("source", [5, {"a": 1}, ["a", 1], [["a"]], True])
    @pytest.mark.parametrize("large", [False, True])
    def test_source_that_is_no_text(self, source: Json, large: bool) -> None:
        outputs = ["x" * 70_000 if large else ""]
        found = read(code(source, outputs=outputs), code("x"), markdown(source))
        assert found.broken == (BrokenCell(1, 1, 1, "the source of the cell is not text"),)
        assert found.text == "\nx\n"

    def test_no_source(self) -> None:
        assert read(code(None), {"cell_type": "code"}, code("x")).text == "\n\nx\n"

    def test_cells_of_no_known_kind(self) -> None:
        assert read({}, {"cell_type": 5, "source": "x"}, {"cell_type": "heading"}, code("x")).text

    def test_last_of_equal_names_counts(self) -> None:
        data = b"""{"cells": 5, "metadata": {"kernelspec": {"language": "R"}},
            "cells": [{"cell_type": "markdown", "source": "a", "cell_type": "code", "source": "b"}],
            "metadata": {"kernelspec": {"language": "R"}, "kernelspec": {}}}"""
        assert texts(data) == [(1, "b")]

    def test_escaped_names(self) -> None:
        data = json.dumps(notebook(code("x"))).replace('"cells"', '"\\u0063ells"')
        data = data.replace('"source"', '"sourc\\u0065"').replace('"code"', '"\\u0063ode"')
        assert texts(data.encode()) == [(1, "x")]

    def test_prefilter_needs_no_parsing(self) -> None:
        cells = read_cells(json.dumps(notebook(markdown("tf"), code("é ?"), code("x"))).encode())
        assert raw_code(cells) == "é ?\nx".encode()


class TestBrokenNotebooks:
    @pytest.mark.parametrize(
        ("data", "message"),
        [
            (b"<<<<<<< HEAD\n{}", "line 1 column 1: expected a value"),
            (b'{"cells": [\n  {"a": 1},\n]}', "line 3 column 1: expected a value"),
            (b'{"cells": []', "line 1 column 13: expected ',', but the file ends"),
            (b'{"cells": [', "line 1 column 12: expected a value, but the file ends"),
            (b'{"cells": []} x', "line 1 column 15: extra data after the end"),
            (b'{"cells": [}', "line 1 column 12: expected a value"),
            (b'{"cells" []}', "line 1 column 10: expected ':'"),
            (b"{cells: []}", "line 1 column 2: expected a name in quotes"),
            (b'{"cells": [],}', "line 1 column 14: expected a name in quotes"),
            (b'{"a": 01}', "line 1 column 8: expected ','"),
            (b'{"a": "b}', "line 1 column 7: unterminated string"),
            (b'{"a": "b\\', "line 1 column 7: unterminated string"),
            (b'{"a', "line 1 column 2: unterminated string"),
            (b'{"', "line 1 column 2: unterminated string"),
            (b'{"a": "b\n"}', "line 1 column 9: invalid control character in a string"),
            (b'{"a": "b\\x"}', "line 1 column 9: invalid escape in a string"),
            (b'{"a": "\xc3\xa9", b}', "line 1 column 12: expected a name in quotes"),
            (b'{\n"a": "\xc3\xa9\xff"}', "line 2 column 8: not UTF-8"),
            (codecs.BOM_UTF8 + b"x", "line 1 column 1: expected a value"),
            (json.dumps(notebook()).encode("utf-16"), "line 1 column 1: not UTF-8"),
            (b"[]", "no object with cells"),
            (b"3", "no object with cells"),
            (b"{}", 'no "cells"'),
            (b'{"cells": {}}', '"cells" is not a list'),
            (b'{"worksheets": null}', '"worksheets" is not a list'),
            (b'{"cells": [{}, null]}', "cell 2 is not an object"),
        ],
    )
    def test_one_clear_line(self, data: bytes, message: str) -> None:
        with pytest.raises(BrokenNotebook) as caught:
            read_notebook(data)
        assert str(caught.value) == f"is not a notebook: {message}"

    def test_every_cut_is_noticed(self) -> None:
        data = json.dumps(
            notebook(markdown("é"), code('"\\u00e9"\n', outputs=["é"])), indent=1
        ).encode()
        for length in range(1, len(data)):
            with pytest.raises(BrokenNotebook):
                read_cells(data[:length])

    def test_place_is_counted_in_characters_of_a_long_line(self) -> None:
        data = b'{"cells": [], "x": "' + "é".encode() * 400_000 + b'", }'
        with pytest.raises(BrokenNotebook, match=r"line 1 column 400024: expected a name"):
            read_cells(data)


class TestLargeParts:
    """What does not fit into one piece."""

    @pytest.mark.parametrize(
        "inner",
        [
            "[" * 100_000 + "]" * 100_000,
            '{"a":' * 100_000 + "1" + "}" * 100_000,
            "[[1], " * 50_000 + "1" + "]" * 50_000,
        ],
    )
    @pytest.mark.parametrize("raised", [False, True])
    def test_deep_nesting(self, inner: str, raised: bool) -> None:
        limit = sys.getrecursionlimit()
        try:
            sys.setrecursionlimit(200_000 if raised else limit)
            data = f'{{"metadata": {inner}, "cells": [{json.dumps(code("x"))}]}}'
            assert texts(data.encode()) == [(1, "x")]
            assert texts(one_cell(f'"outputs": {inner}, "source": "x"')) == [(1, "x")]
            assert read_notebook(one_cell(f'"source": {inner}')).broken
        finally:
            sys.setrecursionlimit(limit)

    def test_nested_beyond_reason(self) -> None:
        with pytest.raises(BrokenNotebook, match="nested too deeply"):
            read_cells(b'{"metadata": ' + b"[" * 1_100_000)

    @pytest.mark.parametrize("unit", ["a", "\\n", "\\u00e9", "é", '\\"', "\\\\", "\\ud83d\\ude00"])
    def test_long_strings(self, unit: str) -> None:
        """Escapes lie across every border between two pieces."""
        for start in range(7):
            output = f'"{"x" * start}{unit * 70_000}"'
            assert texts(one_cell(f'"outputs": [{output}], "source": "y"')) == [(1, "y")]

    def test_long_source(self) -> None:
        source = "".join(f"x{n} = 'é \\n'\n" for n in range(20_000))
        for given_source in (source, source.splitlines(keepends=True)):
            assert texts(json.dumps(notebook(code(given_source))).encode()) == [(1, source)]

    @pytest.mark.parametrize("indent", [None, 1])
    @pytest.mark.parametrize(
        "output",
        [
            [f"Epoch {n}, loss: [0.{n}] \x1b[0m\n" for n in range(5_000)],
            [n / 7 for n in range(20_000)],
            {f"key {n}": [n, None, True] for n in range(5_000)},
            [{"a": n, "b": ", ", "c": [float("nan"), float("-inf")]} for n in range(3_000)],
            [[", " * n] for n in range(500)],
        ],
        ids=["lines", "numbers", "object", "records", "commas"],
    )
    def test_long_lists(self, output: Json, indent: int | None) -> None:
        data = json.dumps(notebook(code("x", outputs=[output]), code("y")), indent=indent).encode()
        assert texts(data) == [(1, "x"), (2, "y")]
        broken = data.replace(b"20", b"2,", 1) if b"20" in data else data[:-9]
        with pytest.raises(BrokenNotebook):
            read_cells(broken.replace(b"}", b",}", 1))

    def test_numbers_of_many_digits(self) -> None:
        data = b'{"metadata": {"n": %b}, "cells": []}' % (b"7" * 100_000)
        assert read_cells(data) == ()

    def test_memory(self, tmp_path: Path) -> None:
        """Outputs are not held, be they one string or many."""
        image = base64.b64encode(random.Random(1).randbytes(9_000_000)).decode()
        lines = [f"Epoch {n}: loss {n / 7}\n" for n in range(200_000)]
        path = tmp_path / "large.ipynb"
        large = notebook(code("x", outputs=[image]), code("y", outputs=lines), markdown(image))
        path.write_text(json.dumps(large, indent=1))
        assert path.stat().st_size > 30_000_000
        tracemalloc.start()
        try:
            assert [cell.text for cell in open_cells(str(path))] == ["x", "y"]
            assert tracemalloc.get_traced_memory()[1] < 3_000_000
        finally:
            tracemalloc.stop()


class TestFiles:
    @pytest.mark.parametrize("mapped_from", [1, 1 << 30])
    def test_open(self, tmp_path: Path, mapped_from: int) -> None:
        path = tmp_path / "a.ipynb"
        with patch.object(limits, "MIN_MAPPED_BYTES", mapped_from):
            path.write_text(json.dumps(notebook(code("x"))))
            assert open_notebook(str(path)).text == "x\n"
            path.write_text('{"cells": x}')
            with pytest.raises(BrokenNotebook):
                open_notebook(str(path))
            path.write_bytes(b"")
            assert open_notebook(str(path)).text == ""

    def test_unreadable(self, tmp_path: Path) -> None:
        for path in (tmp_path, tmp_path / "absent.ipynb", tmp_path / "a\0b"):
            with pytest.raises(Unreadable):
                open_notebook(str(path))

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
    def test_pipe(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe.ipynb")
        with pytest.raises(Unreadable):
            open_notebook(str(tmp_path / "pipe.ipynb"))
