"""CPython's parser is not given text that takes it all memory, and takes no text forever."""

from __future__ import annotations

import ast
import subprocess
import sys
import time

import pytest

from tests.support.paths import ROOT
from tflintgrad import limits
from tflintgrad.source.cpython_parser import TooLong, parses, syntax_tree

OPENED = (
    *(
        "(",
        "[",
        "{",
        "{1:",
        "f(",
        "f(a=",
        "f(*",
        "lambda x=",
        "not ",
        "-",
        "await ",
        "(yield ",
        "(a:=",
    ),
    *("a[", "a if ", "[a for a in ", "{**", "f'{", "with (", "a=", "a:", "x<", "(a, b=", "print "),
    "(a:=",
)
BEFORE = (
    "",
    "del ",
    "for ",
    "match a:\n case ",
    "with ",
    "def f(",
    "class A(",
    "@",
    "import ",
    "except ",
)
AFTER = ("", ":", "=1", ")", " if", "?")


@pytest.mark.parametrize("before", BEFORE)
def test_no_text_takes_forever(before: str) -> None:
    """Nesting that doubles the work with each level would never end."""
    start = time.process_time()
    for opened in OPENED:
        for after in AFTER:
            parses(f"{before}{opened * 60}a{after}\n")
    assert time.process_time() - start < 10


LONG = {
    "rows": "a\n" * 1_900_000,
    "items": f"x = [{'1,' * 1_900_000}]\n",
    "statements": "a;" * 1_900_000,
    "terms": f"x = {'a+' * 1_900_000}a\n",
    "brackets": "(" * 3_900_000,
}
#: Bounds of a child; CPython takes 1.8 GB for the items and 3.3 GB for the rows.
CHILD = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (700 << 20, 700 << 20))
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
from tflintgrad.frontends.cli.entry import run
sys.exit(run(["check", "--jobs", "1", "--no-cache", "--isolated", *sys.argv[1:]]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="resource limits are POSIX")
@pytest.mark.parametrize("name", LONG)
def test_long_tables_are_not_parsed(name: str, tmp_path: object) -> None:
    """Nothing is said about them where they have nothing to do with us."""
    with open(f"{tmp_path}/table.py", "w", encoding="ascii") as file:
        file.write(LONG[name])
    finished = subprocess.run(
        [sys.executable, "-c", CHILD, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "TFG000" not in finished.stdout


def test_what_is_too_long() -> None:
    most = limits.MAX_PIECE_TOKENS
    assert isinstance(syntax_tree("a\n" * 1000), ast.Module)
    for text in ("a\n" * (most // 3 + 1), "a;" * (most // 2 + 1)):
        with pytest.raises(TooLong):
            syntax_tree(text)


def test_many_definitions_are_parsed_one_after_the_other() -> None:
    text = "def f(a):\n    return [a, a, a, a]\n\n" * 60_000
    assert parses(text)
    assert not parses(text + "\n\ndef f(:\n")
    with pytest.raises(TooLong):
        syntax_tree(text)


def test_a_large_text_that_is_split_inside_a_string() -> None:
    filler = "x = 1\n" * (limits.MAX_PIECE_CHARACTERS // 6)
    assert parses(f"s = '''\n{filler}\n\ndef f\n'''\n")
