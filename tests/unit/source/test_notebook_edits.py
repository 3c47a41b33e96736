"""Edits of notebooks keep the form in which Jupyter stores them."""

from __future__ import annotations

import json

from tests.support.notebook_files import notebook
from tflintgrad.source.notebook_edits import byte_edits, literals_of_cells

TEXT = "import os\npath = 'C:\\\\new'  #\n"


def test_new_lines_are_strings_of_their_own() -> None:
    """A backslash in a line is no line end."""
    data = notebook(TEXT, indent=1, split=True).encode()
    ((start, end, piece),) = byte_edits(
        data, literals_of_cells(data)[1], [(10, 10, "first = 1\nsecond = 2\n")]
    )
    after = data[:start] + piece + data[end:]
    assert json.loads(after)["cells"][0]["source"] == [
        "import os\n",
        "first = 1\n",
        "second = 2\n",
        TEXT.removeprefix("import os\n"),
    ]
    assert after.count(b"\n") == data.count(b"\n") + 2


def test_one_string_stays_one() -> None:
    data = notebook(TEXT).encode()
    ((start, end, piece),) = byte_edits(data, literals_of_cells(data)[1], [(0, 0, "a\nb\n")])
    after = data[:start] + piece + data[end:]
    assert json.loads(after)["cells"][0]["source"] == f"a\nb\n{TEXT}"
