"""Words found without parsing: the quick way says what one regular expression would say."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tflintgrad.project.import_scanner import imports_in
from tflintgrad.project.prefilter.byte_search import is_member
from tflintgrad.project.prefilter.code_chunks import identifiers, top_level_chunks
from tflintgrad.project.prefilter.keras_subclasses import inheritance_uses
from tflintgrad.project.prefilter.keywords import has_indirect_occasion, may_query
from tflintgrad.project.prefilter.name_dependencies import aliases
from tflintgrad.project.prefilter.propagation import imported_names
from tflintgrad.project.prefilter.query_functions import entry_functions
from tflintgrad.project.prefilter.strip_literals import without_strings

GAP = rb"(?:[ \t\f\r\n\\]|#[^\n]*\n)*"
MEMBER = re.compile(rb"\." + GAP + rb"(?:fit|compile)\b")
ROW_GAP = rb"(?:[ \t\f]|\\\r?\n)"
REST = rb"(?:\((?:[^)#]|#[^\n]*)*\)|(?:[^\n#;\\]|\\\r?\n)*)"
IMPORT = re.compile(
    rb"(?:^|[;:])" + ROW_GAP + rb"*(?:"
    rb"from(?=[ \t\f\\.])" + ROW_GAP + rb"*(?P<module>[\w. \t\f\x80-\xff]*?)" + ROW_GAP + rb"*"
    rb"\bimport\b(?P<names>" + ROW_GAP + rb"*" + REST + rb")"
    rb"|import(?P<modules>" + ROW_GAP + REST + rb"))",
    re.MULTILINE,
)
PIECES = (
    *".#\t\n\\;:,()*'",
    "\\\n",
    *(" ", "  ", "# x\n", ". # c\n", "fit", "fit_", "compile", "x", "é", "9", "_"),
    *("import", "import ", "from ", "from .", "as ", "importlib", "\r\n"),
)
code = st.lists(st.sampled_from(PIECES), max_size=14).map(lambda parts: "".join(parts).encode())


@given(code)
@settings(max_examples=300)
def test_members(data: bytes) -> None:
    assert is_member(data, b"fit", b"compile") == (MEMBER.search(data) is not None)


@given(code)
@settings(max_examples=300)
def test_imports(data: bytes) -> None:
    named: list[str] = []
    for found in IMPORT.finditer(data):
        text = found["modules"] if found["names"] is None else found["names"]
        plain = re.sub(rb"#[^\n]*", b"", text).translate(bytes.maketrans(b"()\\", b"   "))
        parts = [part.decode().split() for part in plain.split(b",")]
        names = [part[0] for part in parts if part]
        module = b"".join((found["module"] or b"").split()).decode()
        named += [f"{module} {name}" if found["modules"] is None else name for name in names]
    read = []
    for item in imports_in(data):
        module = "." * item.level + item.module
        read += [f"{module} {name}" for name in item.names] if item.names else [module]
    assert read == named


@given(code)
def test_names(data: bytes) -> None:
    """The quick way for ASCII, and the one for everything."""
    spelt = set(re.findall(r"(?<!\w)[^\W\d]\w*", data.decode()))
    assert identifiers(data) >= spelt


def imports(data: bytes) -> int:
    return len(list(imports_in(data)))


def kept(data: bytes) -> int:
    return len(list(aliases(data, [("f", data)])))


def entered(data: bytes) -> int:
    return len(entry_functions(data + b"\nx += Variable\n", ["f"]))


@pytest.mark.parametrize(
    "function",
    [
        may_query,
        has_indirect_occasion,
        imports,
        without_strings,
        top_level_chunks,
        identifiers,
        imported_names,
        kept,
        inheritance_uses,
        entered,
    ],
)
@pytest.mark.parametrize(
    "piece",
    [
        b"a fit compile call weights += value ",
        b"\nfit\ncompile # .\n call\n",
        b"# fit\n",
        b" import ximport, from import \\\n",
        b"x = (\n",
        b"self.x, ",
        b"class A(",
        b"a[",
        b"a.",
        b"x = y\n",
        b"x = ' \\\n",
    ],
)
def test_large_input_takes_no_longer_in_proportion(
    function: Callable[[bytes], object], piece: bytes
) -> None:
    start = time.process_time()
    function(piece * (200_000 // len(piece)))
    assert time.process_time() - start < 2.0
