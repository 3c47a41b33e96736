"""A run with a cache says what a run without it says, and spares what can be spared."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.cached_projects import (
    ABSOLUTE,
    CONTENTS,
    KEPT,
    PATHS,
    STARRED,
    UNUSED,
    Edit,
    apply,
    cold,
    edits,
    effort_of,
    later,
    standing_in,
    warm,
)
from tests.support.fake_analysis import install
from tflintgrad.config.resolver import configured
from tflintgrad.engine.check import check
from tflintgrad.engine.run_stats import RunStats
from tflintgrad.project.entry_points import EntryPoints

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


class TestWhatIsSpared:
    def test_nothing_changed(self, project: Path) -> None:
        assert effort_of() == (2, 0)
        assert effort_of() == (0, 2)

    def test_a_change_wakes_who_uses_the_file(self, project: Path) -> None:
        effort_of()
        apply(project, ("losses.py", CONTENTS["kept"]))
        assert effort_of() == (1, 1)

    @pytest.mark.parametrize(
        "text",
        [KEPT + UNUSED, KEPT.replace("\n\n", f"\n{UNUSED}\n"), f"{KEPT}{UNUSED}# a comment\n"],
    )
    def test_a_definition_that_is_not_used_wakes_nothing(self, project: Path, text: str) -> None:
        for before in (KEPT, KEPT + UNUSED.replace("2", "5")):
            apply(project, ("losses.py", before.encode()))
            effort_of()
            apply(project, ("losses.py", text.encode()))
            assert effort_of() == (0, 2)

    @pytest.mark.parametrize(
        "text",
        [
            KEPT.replace("square", "sin"),
            f"{KEPT}\npenalty = tf.abs\n",
            f"{KEPT}\ndef penalty(x):\n    return x\n",
            f"{KEPT}import other\n",
            f"{KEPT}\ndef change():\n    global penalty\n    penalty = tf.round\n",
        ],
    )
    def test_a_definition_that_is_used_wakes_its_users(self, project: Path, text: str) -> None:
        apply(project, ("losses.py", f"{KEPT}{UNUSED}".encode()))
        effort_of()
        apply(project, ("losses.py", text.encode()))
        assert effort_of() == (1, 1)

    def test_roles_of_importers_are_not_computed_again(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked: list[str] = []

        def recorded(entry_points: EntryPoints, path: str) -> bool:
            asked.append(Path(path).name)
            return computed(entry_points, path)

        apply(project, ("losses.py", KEPT.encode()))
        effort_of()
        computed = EntryPoints._is_entry_point
        monkeypatch.setattr(EntryPoints, "_is_entry_point", recorded)
        apply(project, ("losses.py", f"{KEPT}{UNUSED}".encode()))
        warm(["."])
        assert asked == ["losses.py"]
        apply(project, ("losses.py", CONTENTS["asks itself"]))
        warm(["."])
        assert sorted(asked[1:]) == ["losses.py", "train.py"]

    def test_an_added_function_that_hides_another(self, project: Path) -> None:
        for hidden, added in ((ABSOLUTE, "abs"), (f"from other import *\n{STARRED}", "inner")):
            apply(project, ("other.py", b"def inner(x):\n    return x\n"))
            apply(project, ("losses.py", hidden.encode()))
            effort_of()
            text = f"{hidden}\ndef {added}(x):\n    return tf.round(x)\n"
            apply(project, ("losses.py", text.encode()))
            assert effort_of()[0] == 1

    def test_positions_move(self, project: Path) -> None:
        """A finding stands in the file: all of the file counts."""
        effort_of()
        apply(project, ("losses.py", b"# above\n" + CONTENTS["lost"]))
        assert effort_of() == (1, 1)

    def test_a_file_that_hides_another(self, project: Path) -> None:
        effort_of()
        apply(project, ("losses/__init__.py", CONTENTS["kept"]))
        assert effort_of() == (1, 1)

    def test_a_file_that_was_missing(self, project: Path) -> None:
        apply(project, ("losses.py", None))
        assert effort_of() == (2, 0)
        apply(project, ("losses.py", CONTENTS["lost"]))
        assert effort_of() == (1, 1)

    def test_nothing_that_was_named_changed(self, project: Path) -> None:
        """Another program uses the file now; another file is meant by an import."""
        apply(project, ("losses.py", CONTENTS["lost"]))
        apply(project, ("train.py", None))
        assert effort_of("losses.py") == (0, 0)
        apply(project, ("train.py", CONTENTS["asks losses"]))
        assert effort_of("losses.py") == (1, 0)
        assert effort_of("train.py") == (0, 1)
        apply(project, ("losses/data.txt", b""))
        assert effort_of("train.py") == (0, 1)
        apply(project, ("losses/__init__.py", CONTENTS["kept"]))
        assert effort_of("train.py") == (1, 0)

    def test_touched_only(self, project: Path) -> None:
        effort_of()
        apply(project, ("train.py", CONTENTS["asks losses"]))
        assert effort_of() == (0, 2)

    def test_another_way_to_ask(self, project: Path) -> None:
        effort_of()
        assert effort_of("train.py") == (0, 1)
        assert effort_of("losses.py", "alone.py") == (0, 2)

    def test_by_several_processes(self, project: Path) -> None:
        for number in range(14):
            apply(project, (f"t{number}.py", CONTENTS["asks losses"]))
        for expected in ((16, 0), (0, 16)):
            stats = RunStats()
            assert warm(["."], stats, jobs=2) == cold(["."])
            assert (stats.programs, stats.cached) == expected

    def test_a_change_at_the_very_moment_is_not_missed(self, project: Path) -> None:
        """Two texts of one length, written within one tick of the file system's clock."""
        folder = str(project / ".tflintgrad_cache")
        path = project / "alone.py"
        for loss in (b"tf.round (w)", b"tf.square(w)") * 3:
            path.write_bytes(CONTENTS["asks itself"].replace(b"tf.round(w * x)", loss))
            found = list(check(["."], configured(), cache_folder=folder))
            assert found == cold(["."])

    def test_a_file_that_changes_while_it_is_read(self, project: Path) -> None:
        with later():
            folder = str(project / ".tflintgrad_cache")
            results = check(["."], configured(), cache_folder=folder)
            next(results)  # everything was analysed
            apply(project, ("alone.py", CONTENTS["asks and is right"]))
            list(results)
        assert warm(["."]) == cold(["."])

    def test_bugs_are_not_remembered(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with monkeypatch.context() as patch:
            install(patch)
            apply(project, ("alone.py", b"import tensorflow as tf\n# GradientTape CRASH\n"))
            assert "failed" in warm(["alone.py"])[0].warnings[0]
        assert effort_of("alone.py") == (1, 0)
