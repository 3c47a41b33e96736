"""The code cells of a notebook become one module of Python, and places in it lead back."""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Callable

import libcst as cst
import pytest

from tests.support.notebook_cells import code, markdown, notebook, python, read, translated_rows
from tflintgrad.source.ipython_magics import UNKNOWN
from tflintgrad.source.notebook import CodeCell, assemble, raw_code, read_cells


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
        assert found.module_row(2, 1) == found.text.count("\n")
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
        cell, row, column = self.FOUND.cell_position(*place)
        assert (cell, row) == expected[:2]
        assert column == expected[2] or place[0] > 10

    def test_columns_show_the_same_words(self) -> None:
        module = self.FOUND.text.split("\n")
        for row, line in enumerate(module, 1):
            for word in re.finditer(r"\w+", line):
                cell, cell_row, column = self.FOUND.cell_position(row, word.start() + 1)
                written = self.FOUND.lines(cell)[cell_row - 1][column - 1 :]
                assert written.startswith(word[0]) or word[0] in UNKNOWN

    def test_row_of_a_cell_without_code(self) -> None:
        with pytest.raises(KeyError):
            self.FOUND.module_row(1, 1)

    def test_nothing(self) -> None:
        assert read().cell_position(1, 1) == (1, 1, 1)


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

    def test_newer_python(self) -> None:
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


CHECKS: list[Callable[[str], object]] = [ast.parse, cst.parse_module]


@pytest.mark.parametrize("parse", CHECKS)
def test_await_between_functions(parse: Callable[[str], object]) -> None:
    parse(read(code("await f()\nasync with a as b:\n    [x async for x in await c]")).text)
