"""What is kept is bounded, and no result depends on it."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.paths import ROOT
from tests.support.small_programs import NUMPY_ESCAPE
from tflintgrad import Settings, check_files, limits
from tflintgrad.engine.check import check
from tflintgrad.engine.program_results import ProgramResult
from tflintgrad.engine.run_stats import RunStats
from tflintgrad.flow.interpreter.lazy_modules import ParsedModule
from tflintgrad.project.discovery import Search
from tflintgrad.source.lru_cache import SizedLRU

ASKING = """\
import tensorflow as tf
x = tf.Variable(1.0)
with tf.GradientTape() as tape:
    y = f(x)
tape.gradient(y, x)
"""
NAMES = st.sampled_from("abcdef")
STEPS = st.one_of(
    st.tuples(st.just("keep"), NAMES, st.integers(0, 60)),
    st.tuples(st.just("use"), NAMES, st.just(0)),
    st.tuples(st.just("forget"), NAMES, st.just(0)),
)


@given(st.lists(STEPS, max_size=60), st.integers(0, 100))
def test_the_last_ones_that_were_used_are_there(
    steps: list[tuple[str, str, int]], room: int
) -> None:
    kept: SizedLRU[int] = SizedLRU(room)
    last: dict[str, int] = {}  # the longest unused first
    for step, name, size in steps:
        if step == "keep":
            kept.put(name, size, size)
            last.pop(name, None)
            last[name] = size
        elif step == "forget":
            kept.evict(name)
            last.pop(name, None)
        elif name in kept:
            assert kept[name] == last[name]
            last[name] = last.pop(name)
        while sum(last.values()) > room and len(last) > 1:
            del last[next(iter(last))]
        assert {item for item in "abcdef" if item in kept} == last.keys()


@pytest.mark.parametrize("folder", ["projects/cyclic_actor_critic", "notebooks"])
def test_without_room_everything_is_found(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(Path(ROOT, "tests", folder))
    before = list(check_files([path], Settings()))
    assert any(result.findings for result in before)
    monkeypatch.setattr(limits, "MAX_TREE_CHARACTERS", 0)
    monkeypatch.setattr(limits, "MAX_NOTEBOOK_CHARACTERS", 0)
    assert list(check_files([path], Settings())) == before


def test_programs_that_nobody_imports_are_forgotten(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"train_{number}.py").write_text(f"from model import f\n{NUMPY_ESCAPE}")
    (tmp_path / "model.py").write_text("import tensorflow as tf\nf = tf.exp\n")
    held: list[int] = []

    def count(number: int, total: int, name: str) -> None:
        held.append(sum(isinstance(item, ParsedModule) for item in gc.get_objects()))

    assert len(list(check([str(tmp_path)], stats=RunStats(progress=count)))) == 21
    assert len(held) == 41  # when they are read, and when they are analysed
    assert max(held) <= held[0] + 2


def test_answers_do_not_wait_for_each_other(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"train_{number}.py").write_text(NUMPY_ESCAPE)
    waiting: list[int] = []

    def count(number: int, total: int, name: str) -> None:
        waiting.append(sum(isinstance(item, ProgramResult) for item in gc.get_objects()))

    results = list(check([str(tmp_path)], stats=RunStats(progress=count)))
    assert len(results) == sum(bool(result.findings) for result in results) == 20
    assert len(waiting) == 40  # when they are read, and when they are analysed
    assert max(waiting) <= waiting[0] + 1


def test_every_path_is_kept_once(tmp_path: Path) -> None:
    for name in ("a.py", "b/c.py", "b/d/e.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    search = Search(Settings())
    named = [candidate.path for candidate in search.discover([str(tmp_path)])]
    below = search.files_below(str(tmp_path), 3)
    assert below is not None
    assert (
        named == sorted(below) == [str(tmp_path / name) for name in ("a.py", "b/c.py", "b/d/e.py")]
    )
    assert set(map(id, named)) == set(map(id, below))


def test_a_module_is_forgotten_after_the_last_program_that_imports_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    make = ParsedModule.__init__

    def note(code: ParsedModule, filename: str, text: str, *, exact: bool = False) -> None:
        made.append(filename)
        make(code, filename, text, exact=exact)

    monkeypatch.setattr(ParsedModule, "__init__", note)
    for number in range(8):
        package = tmp_path / f"package_{number}"
        package.mkdir()
        (package / "model.py").write_text("import tensorflow as tf\nf = tf.exp\n")
        text = f"from package_{number}.model import f\n{ASKING}"
        for name in ("a.py", "y.py"):
            (package / name).write_text(text)
        (package / "z.py").write_text(f"from package_{number}.a import x\n{text}")
    held: list[int] = []

    def count(number: int, total: int, name: str) -> None:
        held.append(sum(isinstance(item, ParsedModule) for item in gc.get_objects()))

    files = list(check([str(tmp_path)], stats=RunStats(progress=count)))
    assert len(files) == len(made) == len(set(made)) == 32
    assert max(held) <= held[0] + 3
