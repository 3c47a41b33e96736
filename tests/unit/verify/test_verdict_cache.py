"""Cached verdicts: used while nothing has changed, and only if they are valid and complete."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.small_programs import NUMPY_ESCAPE
from tflintgrad import limits
from tflintgrad.diagnostics import Finding, Verification
from tflintgrad.engine.cache.storage import CacheStore
from tflintgrad.frontends.cli.entry import run
from tflintgrad.verify import runner_client, session
from tflintgrad.verify.file_digest import digest_of
from tflintgrad.verify.program_runs import ProgramRuns

SEEN = Verification(
    *("confirmed", "as it was seen", "none", "program", "cpu:0"),
    tape=None,
    expected=2.0,
    difference=float("inf"),
    tolerance=1,
    seeds=(1, 2),
)


class Command:
    """`tflintgrad verify bad.py` in a project, with a judge that runs nothing."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.judged = 0

    def judge(self, runs: ProgramRuns, finding: Finding) -> Verification:
        self.judged += 1
        return SEEN

    def says(self) -> list[dict[str, Any]]:
        assert run(["verify", "--output-format", "json", "bad.py"]) == 1
        printed = self._capsys.readouterr()
        # An entry that was changed is of no use, which one line may say.
        assert printed.err == "" or "entries were changed, or made with the key of" in printed.err
        found: list[dict[str, Any]] = json.loads(printed.out)
        return found


@pytest.fixture
def command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TFLINTGRAD_NO_CACHE")
    monkeypatch.setattr(runner_client, "find_spec", lambda name: object())
    (tmp_path / "setup.cfg").touch()
    (tmp_path / "bad.py").write_text(NUMPY_ESCAPE)
    made = Command(capsys)
    monkeypatch.setattr(session, "judge", made.judge)
    return made


def entries() -> list[Path]:
    return list(Path(".tflintgrad_cache/verify").iterdir())


def store() -> CacheStore:
    return CacheStore(".tflintgrad_cache", "verify")


def test_nothing_changed(command: Command) -> None:
    first = command.says()
    assert command.says() == first
    assert command.judged == 1


def test_another_text(command: Command) -> None:
    command.says()
    Path("bad.py").write_text(NUMPY_ESCAPE.replace("2.0", "5.0"))
    command.says()
    assert command.judged == 2


def test_a_file_that_took_part(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("data.txt").write_text("1")
    took_part = {"data.txt": digest_of("data.txt")}
    monkeypatch.setattr(ProgramRuns, "files", took_part)
    command.says()
    command.says()
    assert command.judged == 1
    Path("data.txt").write_text("2")
    command.says()
    assert command.judged == 2


#: Turns a cache entry into one that another tool could have written with the right checksum.
Change = Callable[[list[Any]], object]


def in_verdict(place: int, value: object) -> Change:
    def change(entry: list[Any]) -> object:
        key, files, ((*verdict,),) = entry
        verdict[place] = value
        return [key, files, [verdict]]

    return change


@pytest.mark.parametrize(
    "change",
    [
        lambda entry: {},
        lambda entry: 7,
        lambda entry: entry[:2],
        lambda entry: ["0" * 64, *entry[1:]],
        lambda entry: [entry[0], [], entry[2]],
        lambda entry: [entry[0], {"bad.py": 7}, entry[2]],
        lambda entry: [entry[0], {"bad\0.py": ""}, entry[2]],
        lambda entry: [entry[0], {}, []],
        lambda entry: [entry[0], {}, entry[2] * 2],
        lambda entry: [entry[0], {}, None],
        lambda entry: [entry[0], {}, [entry[2][0][:-1]]],
        in_verdict(0, "certain"),
        in_verdict(0, []),
        in_verdict(1, None),
        in_verdict(2, "worse"),
        in_verdict(3, 1),
        in_verdict(4, {}),
        in_verdict(5, ["1.0", None, None, None]),
        in_verdict(5, [True, None, None, None]),
        in_verdict(5, [10**400, None, None, None]),
        in_verdict(5, [1.0]),
        in_verdict(6, ["1"]),
        in_verdict(6, [-1]),
        in_verdict(6, 1),
    ],
)
def test_what_is_of_another_kind(command: Command, change: Change) -> None:
    first = command.says()
    (path,) = entries()
    _, _, text = path.read_text().partition("\n")
    store().write_json(path.name, change(json.loads(text)))
    assert command.says() == first
    assert command.judged == 2
    assert command.says() == first
    assert command.judged == 2, "it was written anew"


def test_what_is_nested_too_deeply(command: Command) -> None:
    first = command.says()
    (path,) = entries()
    store().write(path.name, ["[" * 100_000])
    assert command.says() == first
    assert command.judged == 2


_SHARES = st.floats(0, 1)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(part=st.tuples(_SHARES, _SHARES), junk=st.binary(max_size=8))
def test_damage(command: Command, part: tuple[float, float], junk: bytes) -> None:
    first = command.says()
    (path,) = entries()
    content = path.read_bytes()
    start, end = (int(share * len(content)) for share in sorted(part))
    path.write_bytes(content[:start] + junk + content[end:])
    assert command.says() == first


def test_it_does_not_grow_without_end(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_CACHED_VERDICTS", 3)
    for number in range(5):
        Path("bad.py").write_text(NUMPY_ESCAPE.replace("2.0", f"{number}.5"))
        command.says()
    assert len(entries()) == 3
