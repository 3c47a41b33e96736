"""The cache: what it says is what a run without it says, and it spares what can be spared."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cached_projects import PATHS, Edit, apply, cold, edits, standing_in, warm

changes = st.lists(
    st.tuples(st.lists(edits, max_size=2), st.sampled_from(PATHS)), min_size=2, max_size=5
)


def assert_warm_is_cold(start: list[Edit], steps: list[tuple[list[Edit], list[str]]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve() / "project"
        folder.mkdir()
        (folder / "setup.cfg").touch()
        for edit in start:
            apply(folder, edit)
        with standing_in(folder):
            for some, paths in steps:
                for edit in some:
                    apply(folder, edit)
                assert warm(paths) == cold(paths)


class TestWarmIsCold:
    @settings(max_examples=30, deadline=None)
    @given(st.lists(edits, min_size=3, max_size=6), changes)
    def test_whatever_changes(
        self, start: list[Edit], steps: list[tuple[list[Edit], list[str]]]
    ) -> None:
        assert_warm_is_cold(start, steps)

    @pytest.mark.full
    @settings(max_examples=2000, deadline=None)
    @given(st.lists(edits, min_size=3, max_size=6), changes)
    def test_whatever_changes_for_long(
        self, start: list[Edit], steps: list[tuple[list[Edit], list[str]]]
    ) -> None:
        assert_warm_is_cold(start, steps)
