"""Large programs are read in pieces: that saves memory, and changes nothing else."""

from __future__ import annotations

import random
import tracemalloc

import pytest

from benchmarks.corpus import module
from tflintgrad import check_source, limits
from tflintgrad.source.syntax.parse import SyntaxProblem, parse

PROGRAM = module("training", 10_000, random.Random(0))
LOOKS_LIKE_CODE = 'text = """\n\ndef f(\n\nclass A\n"""\n'


def filled(text: str) -> str:
    """Longer than a piece is."""
    return "\n\ndef f(x):\n    y = x\n    return y\n" * (limits.MAX_PIECE_CHARACTERS // 20) + text


def test_cpythons_nodes_are_not_all_there_at_once() -> None:
    assert len(PROGRAM) > 3 * limits.MAX_PIECE_CHARACTERS
    parse(PROGRAM[:1000].rpartition("\n\n\n")[0])  # what is made once
    tracemalloc.start()
    parsed = parse(PROGRAM)
    kept, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert parsed.is_cpython
    assert kept < 45 * len(PROGRAM)  # of the whole, it would be 60 times
    assert most < 90 * len(PROGRAM)  # and 134 times


def test_the_findings_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    found = check_source(PROGRAM)
    monkeypatch.setattr(limits, "MAX_PIECE_CHARACTERS", len(PROGRAM))
    assert found == check_source(PROGRAM)
    assert len(found) > 10


@pytest.mark.parametrize("text", [LOOKS_LIKE_CODE, "@g\n\ndef f():\n    pass\n"])
def test_what_cannot_be_divided_is_read_as_a_whole(text: str) -> None:
    text = filled(text) + filled("")
    assert len(parse(text).tree.body) == text.count("\n\ndef f(x)") + 1


def test_a_problem_is_where_it_is_in_the_whole() -> None:
    text = filled("\n\ndef g(:\n    pass\n")
    with pytest.raises(SyntaxProblem) as caught:
        parse(text + filled(""))
    assert caught.value.row == text.count("\n") - 1
