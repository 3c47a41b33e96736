"""Notebooks are read as Jupyter reads them, whatever is in their outputs."""

from __future__ import annotations

import ast
import base64
import codecs
import json
import os
import random
import re
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import libcst as cst
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tflintgrad.sources import cells as cells_module
from tflintgrad.sources import json_scanner
from tflintgrad.sources.magics import UNKNOWN, translate
from tflintgrad.sources.notebooks import (
    BrokenCell,
    BrokenNotebook,
    CodeCell,
    Notebook,
    assemble,
    open_cells,
    open_notebook,
    raw_code,
    read_cells,
    read_notebook,
)
from tflintgrad.sources.opening import Unreadable

Json = Any
IMAGE = base64.b64encode(bytes(range(256)) * 40).decode()


def code(source: Json, **more: Json) -> dict[str, Json]:
    outputs = [{"output_type": "display_data", "data": {"image/png": IMAGE}, "metadata": {}}]
    cell = {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": outputs}
    return {**cell, "source": source, **more}


def markdown(source: Json = "# Title") -> dict[str, Json]:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def notebook(*cells: Json, **more: Json) -> dict[str, Json]:
    return {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **more}


def read(*cells: Json, **more: Json) -> Notebook:
    return read_notebook(json.dumps(notebook(*cells, **more)).encode())


def one_cell(members: str) -> bytes:
    return f'{{"cells": [{{{members}, "cell_type": "code"}}]}}'.encode()


def texts(data: bytes) -> list[tuple[int, str]]:
    return [(cell.cell, cell.text) for cell in read_cells(data)]


def python(source: str) -> list[str]:
    """One cell as Python, line by line."""
    found = assemble([CodeCell(1, source)])
    assert not found.broken
    return found.text.removesuffix("\n").split("\n")


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
        assert found.row_of(2, 1) == 7

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
            (b"<<<<<<< HEAD\n{}", "line 1 column 1: a value is expected"),
            (b'{"cells": [\n  {"a": 1},\n]}', "line 3 column 1: a value is expected"),
            (b'{"cells": []', "line 1 column 13: the file ends where ',' is expected"),
            (b'{"cells": [', "line 1 column 12: the file ends where a value is expected"),
            (b'{"cells": []} x', "line 1 column 15: extra data after the end"),
            (b'{"cells": [}', "line 1 column 12: a value is expected"),
            (b'{"cells" []}', "line 1 column 10: ':' is expected"),
            (b"{cells: []}", "line 1 column 2: a name in quotes is expected"),
            (b'{"cells": [],}', "line 1 column 14: a name in quotes is expected"),
            (b'{"a": 01}', "line 1 column 8: ',' is expected"),
            (b'{"a": "b}', "line 1 column 7: a string that does not end"),
            (b'{"a": "b\\', "line 1 column 7: a string that does not end"),
            (b'{"a', "line 1 column 2: a string that does not end"),
            (b'{"', "line 1 column 2: a string that does not end"),
            (b'{"a": "b\n"}', "line 1 column 9: a string with an invalid control character"),
            (b'{"a": "b\\x"}', "line 1 column 9: a string with an invalid escape"),
            (b'{"a": "\xc3\xa9", b}', "line 1 column 12: a name in quotes is expected"),
            (b'{\n"a": "\xc3\xa9\xff"}', "line 2 column 8: not UTF-8"),
            (codecs.BOM_UTF8 + b"x", "line 1 column 1: a value is expected"),
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
        with pytest.raises(BrokenNotebook, match=r"line 1 column 400024: a name"):
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
        with patch.object(cells_module, "_MAPPED_FROM", mapped_from):
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


class TestMagics:
    @pytest.mark.parametrize(
        ("cell", "expected"),
        [
            ("%matplotlib inline\nx = 1", ["pass", "x = 1"]),
            ("!pip install -q 'x'\n%cd ..", ["pass", "pass"]),
            ("?tf.abs\n??x\ntf.abs?\nx??\n%time?\nx[0].y?", ["pass"] * 6),
            ("!!ls\n% cd ..\n!\n%\n?", ["pass"] * 5),
            ("/f x\n,f a b\n;f a b", ["pass"] * 3),
            ("if a:\n    !ls\n\t%cd\nb", None),
            ("if a:\n    !ls\nelse:\n  %cd\nb", ["if a:", "    pass", "else:", "  pass", "b"]),
            ("!a && \\\n  b \\\n c\nx", ["pass", "", "", "x"]),
            ("%a \\", ["pass"]),
            ("files = !ls\nx", [f"files = {UNKNOWN}", "x"]),
            ("a, *b =  !ls | \\\n  sort\nx", [f"a, *b =  {UNKNOWN}", "", "x"]),
            ('d["a=b"] = %env X', [f'd["a=b"] = {UNKNOWN}']),
            ("with a:\n  r = %timeit -o f(x)", ["with a:", f"  r = {UNKNOWN}"]),
            ("(a,\nb) = !ls\nx", ["(a,", f"b) = {UNKNOWN}", "x"]),
            ("x = a %b\n!ls", ["x = a %b", "pass"]),
            ("x = (a\n  % b)\n!ls", ["x = (a", "  % b)", "pass"]),
            ("x = a \\\n  % b\n!ls", ["x = a \\", "  % b", "pass"]),
            ('x = """\n%no\n!no\n"""\n!ls', ['x = """', "%no", "!no", '"""', "pass"]),
            ("x = rf'''\n\\'''\n%no'''\n!ls", ["x = rf'''", "\\'''", "%no'''", "pass"]),
            ('x = "a\\\n%no"\n!ls', ['x = "a\\', '%no"', "pass"]),
            ("f(\n!ls)", None),
            ("# what?\nprint('(?')\n!ls", ["# what?", "print('(?')", "pass"]),
            ("x = 1  # why?\n%a", ["x = 1  # why?", "pass"]),
            (
                "x == 1\nx != 2\nx <= 3\nf(a=1)\n!a",
                ["x == 1", "x != 2", "x <= 3", "f(a=1)", "pass"],
            ),
            ("try:\n  !ls\nexcept E: pass", ["try:", "  pass", "except E: pass"]),
            ("  x = 1\n  !ls\n\n  if x:\n    y", ["x = 1", "pass", "", "if x:", "  y"]),
            ("await f()\n!ls", ["await f()", "pass"]),
            ("#@title Form\nx = 1 #@param\n%y", ["#@title Form", "x = 1 #@param", "pass"]),
            ("plt.show();\n%x", ["plt.show();", "pass"]),
            ("%%x?\ny", ["pass", "y"]),
            ("x\n%%time\ny", ["x", "pass", "y"]),
        ],
    )
    def test_lines(self, cell: str, expected: list[str] | None) -> None:
        if expected is None:
            assert assemble([CodeCell(1, cell)]).broken
        else:
            assert python(cell) == expected

    @pytest.mark.parametrize(
        ("cell", "expected"),
        [
            ("%time y = f(x)", ["y = f(x)"]),
            ("if a:\n  %time y = f(x)", ["if a:", "  y = f(x)"]),
            ("%timeit -n 10 -r3 -q f(x)", ["f(x)"]),
            ("%timeit -n10 -o f(-x)", ["f(-x)"]),
            ("%timeit -x", ["-x"]),
            ("%time --no-raise-error f(x)", ["f(x)"]),
            ("%prun -l 7 -s cumulative -q f(x)", ["f(x)"]),
            ("%lprun -f step -f loss step(x)", ["step(x)"]),
            ("%memit -r 1 f(x)", ["f(x)"]),
            ("%time f(a, \\\n  b)\nx", ["f(a, \\", "  b)", "x"]),
            ("%time !ls\n%time\n%timeit -n 10", ["pass"] * 3),
            ("%time x = !ls", [f"x = {UNKNOWN}"]),
            ("%time %time f(x)", ["f(x)"]),
            ("%timer f(x)\n%time(x)", ["pass"] * 2),
            ("%time no python here", ["pass"]),
        ],
    )
    def test_python_behind_a_magic(self, cell: str, expected: list[str]) -> None:
        assert python(cell) == expected

    @pytest.mark.parametrize(
        ("cell", "expected"),
        [
            ("%%time\nx = 1", ["", "x = 1"]),
            ("\n\n%%time\nx = 1", ["", "", "", "x = 1"]),
            ("%%timeit -n 3 x = 1\ny = x", ["x = 1", "y = x"]),
            ("%%timeit -n 3 no python\ny = x", ["", "y = x"]),
            ("%%capture\nx", ["", "x"]),
            ("%%capture log --no-stderr\nx", [f"log = {UNKNOWN}", "x"]),
            ("%%capture --no-stderr log\n%cd", [f"log = {UNKNOWN}", "pass"]),
            ("%%capture\n\n%%time\n!ls\nx", ["", "", "", "pass", "x"]),
            ("%%prun -s cumulative\nx", ["", "x"]),
            ("%%memit\nx", ["", "x"]),
            ("#@title Train\n%%time\nx", ["#@title Train", "", "x"]),
            ("  %%time\n  x", ["", "x"]),
            ("%%time\n  x\n  y", ["", "x", "y"]),
            ("%%time", [""]),
        ],
    )
    def test_cells_with_python_inside(self, cell: str, expected: list[str]) -> None:
        assert python(cell) == expected

    @pytest.mark.parametrize(
        "magic",
        [
            *("bash", "sh", "html", "HTML", "javascript", "js", "latex", "script", "perl", "ruby"),
            *("sql", "cython", "markdown", "svg", "SVG", "R", "bigquery", "writefile", "python"),
            *("python3", "pypy", "px", "file", "unknown", "", " time", "writefile a.py"),
            *("script bash -x", "bigquery df --project x", "bash what?", "writefile why?"),
        ],
    )
    @pytest.mark.parametrize("before", ["", "\n", "#@title Form\n", "%%time\n"])
    def test_other_languages_are_left_out(self, magic: str, before: str) -> None:
        found = read(code(f"{before}%%{magic}\nx = tf.Variable(1)\n) ("), code("y"))
        assert found.text.strip("\n") == "y"
        assert found.row_of(2, 1) == found.text.count("\n")
        assert not found.broken

    @pytest.mark.parametrize(
        ("cell", "expected"),
        [
            ("pip install tensorflow", ["pass"]),
            ("ls ./data\n", ["pass", ""]),
            ("cd ..", ["pass"]),
            ("x\npip install tensorflow", None),
            ("cat = (", None),
        ],
    )
    def test_single_line_without_percent_sign(self, cell: str, expected: list[str] | None) -> None:
        found = assemble([CodeCell(1, cell)])
        assert (None if found.broken else python(cell)) == expected

    @pytest.mark.parametrize(
        ("cell", "expected"),
        [
            (">>> x = 1\n>>> if x:\n...     y\n... \n", ["x = 1", "if x:", "    y", "", ""]),
            ("In [1]: x = 1\n   ...: y = 2", ["x = 1", "y = 2"]),
            ('x = """\n>>> doctest\n"""', ['x = """', ">>> doctest", '"""']),
            (">>> !ls\n>>> x", ["pass", "x"]),
        ],
    )
    def test_pasted_sessions(self, cell: str, expected: list[str]) -> None:
        assert python(cell) == expected

    def test_many_lines_take_no_long_time(self) -> None:
        lines = ["x = (1", "  % 2)", "!ls"] * 20_000
        assert len(python("\n".join(lines))) == len(lines)
        assert translated_rows("!a \\\n" * 20_000) == 20_001


def translated_rows(cell: str) -> int:
    found = translate(cell.split("\n"))
    return -1 if found is None else len(found.lines)


class TestPlaces:
    FOUND = read(
        markdown(),
        code("a = 1\n%time loss = f(x)\nfiles = !l"),
        code("%%bash\nls"),
        code("  if b:\n    %timeit -n 3 g(y)\n"),
        code(") ("),
        code(">>> z"),
    )

    def test_text(self) -> None:
        lines = ["a = 1", "loss = f(x)", f"files = {UNKNOWN}", "", ""]
        lines += ["if b:", "  g(y)", "", "", "z"]
        assert self.FOUND.text == "".join(f"{line}\n" for line in lines)

    @pytest.mark.parametrize(
        ("place", "expected"),
        [
            ((1, 1), (2, 1, 1)),
            ((1, 5), (2, 1, 5)),
            ((2, 8), (2, 2, 14)),
            ((2, 12), (2, 2, 18)),
            ((3, 1), (2, 3, 1)),
            ((3, 9), (2, 3, 9)),
            ((3, 22), (2, 3, 11)),
            ((4, 1), (3, 1, 1)),
            ((6, 4), (4, 1, 6)),
            ((7, 3), (4, 2, 18)),
            ((9, 1), (5, 1, 1)),
            ((10, 1), (6, 1, 5)),
            ((11, 1), (6, 1, 5)),
            ((99, 1), (6, 1, 5)),
        ],
    )
    def test_place(self, place: tuple[int, int], expected: tuple[int, int, int]) -> None:
        cell, row, column = self.FOUND.place(*place)
        assert (cell, row) == expected[:2]
        assert column == expected[2] or place[0] > 10

    def test_columns_show_the_same_words(self) -> None:
        module = self.FOUND.text.split("\n")
        for row, line in enumerate(module, 1):
            for word in re.finditer(r"\w+", line):
                cell, cell_row, column = self.FOUND.place(row, word.start() + 1)
                written = self.FOUND.lines(cell)[cell_row - 1][column - 1 :]
                assert written.startswith(word[0]) or word[0] in UNKNOWN

    def test_row_of_a_cell_without_code(self) -> None:
        with pytest.raises(KeyError):
            self.FOUND.row_of(1, 1)

    def test_nothing(self) -> None:
        assert read().place(1, 1) == (1, 1, 1)


class TestBrokenCells:
    def test_other_cells_count(self) -> None:
        found = read(code("x = 1"), markdown(), code("a\nif b\n"), code("y = 2"))
        assert found.text == "x = 1\n\n\n\ny = 2\n"
        (problem,) = found.broken
        assert (problem.cell, problem.row) == (3, 2)
        assert problem.message

    @pytest.mark.parametrize(
        ("cell", "row"),
        [
            ("x = 1\n%a\ny = (", 3),
            ("%time x = 1\nelse:", 2),
            ("x = 1 \\", 1),
            ("'''", 1),
            ("a\n  b", 2),
            ("x = 1\n y = 2\n!ls", 2),
            ("return = 1", 1),
            ("f(x", 1),
            ("library(dplyr)\nx <- y %>% z", 2),
            ("\ud800 = 1", 1),
            ("x = '\ud800'", 1),
            ("a\0b", 1),
            ("(" * 1000, 1),
            ("-" * 200_000 + "1", 1),
            pytest.param(
                "x" + ".a" * 200_000,
                1,
                marks=pytest.mark.skipif(
                    sys.version_info < (3, 11), reason="takes Python 3.10 itself down"
                ),
            ),
        ],
    )
    def test_reported_once(self, cell: str, row: int) -> None:
        found = read(code("a = 1"), code(cell), code("b = 2"))
        assert [(problem.cell, problem.row) for problem in found.broken] == [(2, row)]
        assert [line for line in found.text.split("\n") if line] == ["a = 1", "b = 2"]
        found.text.encode()

    def test_column_is_that_of_the_notebook(self) -> None:
        (problem,) = read(code("  %%time\n  x = = 1")).broken
        assert (problem.row, problem.column) == (2, 7)

    def test_surrogates_that_do_not_count(self) -> None:
        found = read(code("!echo \ud800\nx"), code("%%html\n\ud800"))
        assert found.text == "pass\nx\n\n\n"
        assert raw_code(read_cells(json.dumps(notebook(code("\ud800"))).encode()))

    def test_second_opinion(self) -> None:
        """For Python that the running Python is too old for."""
        cells = [CodeCell(1, "!ls\nnew syntax"), CodeCell(2, "( broken")]
        asked: list[str] = []

        def opinion(text: str) -> bool:
            asked.append(text)
            return "new" in text

        found = assemble(cells, opinion)
        assert found.text == "pass\nnew syntax\n\n"
        assert [problem.cell for problem in found.broken] == [2]
        assert asked == ["pass\nnew syntax", "( broken"]

    def test_warnings_are_not_shown(self, recwarn: pytest.WarningsRecorder) -> None:
        assert not read(code("x = '\\d'\nassert (x, 1)\n!ls")).broken
        assert not recwarn.list


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
        cell, cell_row, column = found.place(row, data.draw(st.integers(1, 20)))
        assert found.row_of(cell, cell_row) == row
        assert 1 <= column <= len(found.lines(cell)[cell_row - 1]) + 1

    @settings(deadline=None)
    @given(st.text(alphabet="x1='\"!%?\\()[]#:,; \n\t", max_size=30))
    def test_any_cell(self, source: str) -> None:
        found = assemble([CodeCell(1, source)])
        ast.parse(found.text)
        assert found.text.count("\n") == len(found.lines(1)) or found.broken
        assert translated_rows(source) in (-1, source.count("\n") + 1)


CHECKS: list[Callable[[str], object]] = [ast.parse, cst.parse_module]


@pytest.mark.parametrize("parse", CHECKS)
def test_await_between_functions(parse: Callable[[str], object]) -> None:
    parse(read(code("await f()\nasync with a as b:\n    [x async for x in await c]")).text)
