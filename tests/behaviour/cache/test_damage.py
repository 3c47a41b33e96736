"""Damaged entries, other versions, and the size of the cache."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.cached_projects import (
    cold,
    effort_of,
    warm,
)
from tflintgrad import limits
from tflintgrad.engine.cache import tool_stamp

_SHARES = st.floats(0, 1)


class TestDamage:
    @settings(
        max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
    )
    @given(number=st.integers(0, 99), part=st.tuples(_SHARES, _SHARES), junk=st.binary(max_size=8))
    def test_whatever_is_in_the_folder(
        self, project: Path, number: int, part: tuple[float, float], junk: bytes
    ) -> None:
        warm(["."])
        files = sorted(path for path in Path(".tflintgrad_cache").rglob("*") if path.is_file())
        path = files[number % len(files)]
        content = path.read_bytes()
        start, end = (int(share * len(content)) for share in sorted(part))
        path.write_bytes(content[:start] + junk + content[end:])
        assert warm(["."]) == cold(["."])

    def test_another_tflintgrad(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        effort_of()
        monkeypatch.setattr(tool_stamp, "_status", lambda: "other")
        assert effort_of() == (0, 2), "installed anew, but the same"
        monkeypatch.setattr(tool_stamp, "_content", lambda: "other")
        assert effort_of() == (2, 0)

    def test_it_does_not_grow_without_end(self, project: Path) -> None:
        for number in range(limits.MAX_CACHED_RUNS + 3):
            warm([".", f"missing{number}", "train.py"][:: 2 if number % 2 else 1])
            warm(["train.py", *["."] * number])
        assert len(list(Path(".tflintgrad_cache/runs").iterdir())) == limits.MAX_CACHED_RUNS
