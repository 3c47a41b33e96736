"""Suppressions that silence nothing are reported, and never those that do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.fake_analysis import HEAD, finding_at, install
from tests.support.notebook_files import notebook
from tflintgrad import check_files, limits
from tflintgrad.config.settings import Settings
from tflintgrad.diagnostics import Finding, Verification
from tflintgrad.engine.check_in_memory import check_bytes, check_text
from tflintgrad.engine.file_result import FileResult
from tflintgrad.frontends.cli.observe_command import is_suppressed
from tflintgrad.frontends.cli.verify_results import verify_claims
from tflintgrad.verify.user_command.notebooks import Notebooks

UNUSED = "TFG002"


@pytest.fixture
def _fake(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def printed(line: str, settings: Settings | None = None) -> list[str]:
    """What is said about the comments of a program with this line, which may hold `x.numpy()`."""
    result = check_text(f"{HEAD}{line}\n", "a.py", settings or Settings())
    return [item.message for item in result.findings if item.code == UNUSED]


@pytest.mark.usefixtures("_fake")
class TestOneFile:
    @pytest.mark.parametrize(
        "line",
        [
            "y = x.numpy()  # noqa: TFG201",
            "y = x.numpy()  # noqa: TFG2, E501",
            "y = x.numpy()  # noqa: TFG201, TFG2",
            "y = x.numpy()  # tflintgrad: ignore",
            "y = f(\n    x.numpy()\n)  # tflintgrad: ignore[numpy-escape]",
            "y = x.numpy()\n# tflintgrad: ignore-file[TFG201]",
            "y = x.numpy()\n# flake8: noqa: TFG201",
            # For somebody else, or for nobody in particular.
            "y = 1  # noqa",
            "y = 1  # noqa: E501, F401",
            "y = 1  # noqa: the line is long",
            "y = 1  # type: ignore",
            "# flake8: noqa",
            "# flake8: noqa: E501",
            "y = '# noqa: TFG201'",
            # What only a run shows.
            "y = 1  # noqa: TFG001",
            # On purpose.
            "y = 1  # noqa: TFG201, TFG002",
            "y = 1  # tflintgrad: ignore[unused-suppression]  # noqa: TFG201",
            "y = 1  # tflintgrad: ignore[TFG3]\n# tflintgrad: ignore-file[TFG002]",
            "# tflintgrad: ignore-file\ny = 1  # noqa: TFG201",
            "# tflintgrad: noqa",
            # Sentences.
            "# tflintgrad: this is fine",
            "# tflintgrad ignores this",
            "# see tflintgrad: ignore is documented there",
        ],
    )
    def test_nothing_is_said(self, line: str) -> None:
        assert printed(line) == []

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("y = 1  # noqa: TFG201", "`# noqa: TFG201` silences nothing on this line"),
            ("y = 1  # noqa:TFG2 why", "`# noqa:TFG2` silences nothing on this line"),
            ("y = x.numpy()  # noqa: TFG3", "`# noqa: TFG3` silences nothing on this line"),
            (
                "y = x.numpy()  # noqa: TFG201,TFG3",
                "`TFG3` in `# noqa: TFG201,TFG3` silences nothing on this line",
            ),
            (
                "y = x.numpy()  # noqa: TFG1, TFG201, TFG3",
                "`TFG1`, `TFG3` in `# noqa: TFG1, TFG201, TFG3` silence nothing on this line",
            ),
            (
                "y = 1  # noqa: E501, TFG3",
                "`TFG3` in `# noqa: E501, TFG3` silences nothing on this line",
            ),
            (
                "y = 1  # noqa: TFG1, TFG3",
                "`# noqa: TFG1, TFG3` silences nothing on this line",
            ),
            ("y = 1  # tflintgrad: ignore", "`# tflintgrad: ignore` silences nothing on this line"),
            ("y = 1  # tflintgrad: noqa", "`# tflintgrad: noqa` silences nothing on this line"),
            (
                "y = x.numpy()\n# tflintgrad: ignore",
                "`# tflintgrad: ignore` silences nothing on this line",
            ),
            (
                "# tflintgrad: noqa: TFG2",
                "`# tflintgrad: noqa: TFG2` silences nothing in this file",
            ),
            (
                "# flake8: noqa: E501, TFG2",
                "`TFG2` in `# flake8: noqa: E501, TFG2` silences nothing in this file",
            ),
            (
                "y = x.numpy()  # tflintgrad: ignore[numpy-escap]",
                (
                    "`# tflintgrad: ignore[numpy-escap]`:"
                    " 'numpy-escap' is neither a rule nor a prefix of one;"
                    " did you mean TFG201 (numpy-escape)?"
                ),
            ),
            (
                "y = x.numpy()  # noqa: TFG201, TFG299",
                (
                    "`# noqa: TFG201, TFG299`: 'TFG299' is neither a rule nor a prefix of one;"
                    " did you mean TFG529 (weights-after-reduction), TFG209 (detached-copy)?"
                ),
            ),
            (
                "y = x.numpy()  # tflintgrad: ignore[E501]",
                (
                    "`# tflintgrad: ignore[E501]`: 'E501' is neither a rule nor a prefix of one;"
                    " `tflintgrad rules` lists all of them"
                ),
            ),
            (
                "y = x.numpy()  # tflintgrad: ignore-file",
                (
                    "`# tflintgrad: ignore-file` silences nothing:"
                    " `ignore-file` must be on a line of its own"
                ),
            ),
            (
                "y = x.numpy()  # tflintgrad: ignore[TFG201",
                "`# tflintgrad: ignore` silences nothing: the closing `]` is missing",
            ),
            (
                "y = x.numpy()  # tflintgrad: ignore[]",
                "`# tflintgrad: ignore[]` silences nothing: its list is empty",
            ),
            (
                "y = x.numpy()  # tflintgrad: disable=TFG201",
                (
                    "`# tflintgrad: disable` silences nothing:"
                    " `disable` is unknown; write `# tflintgrad: ignore[CODE]`"
                ),
            ),
        ],
    )
    def test_what_is_said(self, line: str, message: str) -> None:
        assert printed(line) == [message]

    def test_what_is_selected_does_not_matter(self) -> None:
        line = "y = x.numpy()  # noqa: TFG201"
        assert printed(line, Settings(select=("TFG1", UNUSED))) == []
        assert printed(line, Settings(ignore=("TFG201",))) == []
        assert len(printed("y = 1  # noqa: TFG201", Settings(select=("TFG1", UNUSED)))) == 1

    def test_it_is_a_rule_like_others(self) -> None:
        for settings in (Settings(select=("TFG2",)), Settings(ignore=("unused-suppression",))):
            assert printed("y = 1  # noqa: TFG201", settings) == []

    def test_plain_noqa_only_on_request(self) -> None:
        settings = Settings(unused_noqa=True)
        assert printed("y = 1  # noqa", settings) == ["`# noqa` silences nothing on this line"]
        assert printed("y = 1  # noqa: E501", settings) == []
        assert printed("y = x.numpy()  # noqa", settings) == []

    def test_where_it_is(self) -> None:
        (finding,) = check_text(f"{HEAD}y = 1  # why # noqa: TFG3, E1\n", "a.py").findings
        assert (finding.severity, finding.code) == ("info", UNUSED)
        assert (finding.span.start.row, finding.span.start.column) == (2, 14)
        assert finding.span.end.column == 30

    def test_nothing_is_certain_where_the_analysis_failed(self) -> None:
        assert printed("CRASH\ny = 1  # noqa: TFG201") == []
        assert printed("WARN\ny = 1  # noqa: TFG201") == []
        assert len(printed("CRASH\ny = 1  # tflintgrad: ignore[numpy]")) == 1

    def test_a_broken_file_has_one_problem(self) -> None:
        result = check_text(HEAD + "y = BROKEN  # noqa: TFG301\n", "a.py")
        assert [item.code for item in result.findings] == ["TFG000"]

    def test_cells(self, tmp_path: Path) -> None:
        path = tmp_path / "a.ipynb"
        cells = [HEAD, "y = x.numpy()  # noqa: TFG201", "\n  # tflintgrad: ignore[TFG3]"]
        path.write_text(notebook(*cells))
        (result,) = check_files([str(path)])
        (finding,) = result.findings
        assert (finding.cell, finding.span.start.row, finding.span.start.column) == (3, 2, 3)
        assert result.lines(3)[1] == "  # tflintgrad: ignore[TFG3]"
        path.write_text(notebook(*cells, "this is no Python"))
        (result,) = check_files([str(path)])
        assert [item.code for item in result.findings] == ["TFG000"]


LOSSES = """\
import tensorflow as tf


def penalty(w):
    return tf.constant(w.numpy())  # noqa: TFG201


def other(w):
    return w  # noqa: TFG301
"""
TRAIN = """\
import tensorflow as tf
from {module} import penalty

w = tf.Variable(1.0)
with tf.GradientTape() as tape:
    loss = penalty(w)
tape.gradient(loss, w)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "losses.py").write_text(LOSSES)
    (tmp_path / "train.py").write_text(TRAIN.format(module="losses"))
    (tmp_path / "text.py").write_text("x = 1  # noqa: TFG201\n")
    return tmp_path


def unused_in(results: Iterable[FileResult]) -> list[tuple[str, int]]:
    return [
        (Path(result.path).name, finding.span.start.row)
        for result in results
        for finding in result.findings
        if finding.code == UNUSED
    ]


class TestProject:
    def test_programs_that_import_a_file_count(self, project: Path) -> None:
        assert unused_in(check_files([str(project)])) == [("losses.py", 9), ("text.py", 1)]

    @pytest.mark.parametrize("name", ["losses.py", "train.py", "text.py"])
    def test_a_file_by_itself_is_reported_like_the_project(self, project: Path, name: str) -> None:
        whole = [item for item in unused_in(check_files([str(project)])) if item[0] == name]
        assert unused_in(check_files([str(project / name)])) == whole
        data = (project / name).read_bytes()
        assert unused_in(check_bytes(data, str(project / name))) == whole

    def test_a_file_that_nobody_asked_for_is_left_alone(self, project: Path) -> None:
        (project / "losses.py").write_text(LOSSES.replace("  # noqa: TFG201", ""))
        results = list(check_files([str(project / "train.py")]))
        assert [(Path(r.path).name, r.elsewhere) for r in results] == [
            ("train.py", False),
            ("losses.py", True),
        ]
        assert unused_in(results) == []

    @pytest.mark.parametrize("paths", [[""], ["losses.py"]])
    def test_a_program_that_is_broken_may_need_it(self, project: Path, paths: list[str]) -> None:
        (project / "train.py").write_text(TRAIN.format(module="losses") + "x = = 1\n")
        found = unused_in(check_files([str(project / path) for path in paths]))
        assert [item for item in found if item[0] == "losses.py"] == []

    @pytest.mark.parametrize("paths", [[""], ["losses.py"]])
    def test_a_module_on_the_way_that_is_broken(self, project: Path, paths: list[str]) -> None:
        (project / "train.py").write_text(TRAIN.format(module="helpers"))
        helpers = project / "helpers.py"
        helpers.write_text("from losses import penalty\n")
        found = unused_in(check_files([str(project / path) for path in paths]))
        assert [item for item in found if item[0] == "losses.py"] == [("losses.py", 9)]
        helpers.write_text("from losses import penalty\nx = = 1\n")
        found = unused_in(check_files([str(project / path) for path in paths]))
        assert [item for item in found if item[0] == "losses.py"] == []

    @pytest.mark.parametrize("text", ["print 1  # noqa: TFG201\n", "x = '\xe9'  # noqa: TFG201\n"])
    def test_a_file_that_is_no_python(self, project: Path, text: str) -> None:
        """It cannot matter, so in a tree nobody says that it is broken."""
        (project / "text.py").write_bytes(text.encode("latin-1"))
        assert unused_in(check_files([str(project)])) == [("losses.py", 9)]
        assert unused_in(check_files([str(project / "text.py")])) == []

    def test_a_project_in_a_project(self, project: Path) -> None:
        """A program outside needs the comment: what is not looked at there is not known."""
        inner = project / "inner"
        inner.mkdir()
        (inner / "pyproject.toml").touch()
        (project / "losses.py").rename(inner / "losses.py")
        (project / "train.py").write_text(TRAIN.format(module="inner.losses"))
        assert unused_in(check_files([str(project)])) == [("losses.py", 9), ("text.py", 1)]
        assert unused_in(check_files([str(inner)])) == []
        assert unused_in(check_files([str(inner / "losses.py")])) == []
        (project / "train.py").unlink()
        assert unused_in(check_files([str(inner)])) == [("losses.py", 5), ("losses.py", 9)]

    def test_a_project_that_is_too_large(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "MAX_PROJECT_FOLDERS", 0)
        assert unused_in(check_files([str(project / "losses.py")])) == []
        assert unused_in(check_files([str(project)])) == []


def test_tensorflow_has_no_opinion_on_comments(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    text = f"{HEAD}y = 1  # noqa: TFG3\nz = x.numpy()\ny = 1  # noqa: TFG4\n"
    result = check_text(text, "a.py")
    verdict = Verification("confirmed", "seen")

    def verify(results: Iterable[FileResult]) -> Iterator[FileResult]:
        for each in list(results):
            judged: tuple[Finding, ...] = tuple(
                replace(item, verification=verdict) for item in each.findings
            )
            yield replace(each, findings=judged)

    first, second = verify_claims([result, FileResult("b.py")], verify)
    assert [(item.code, item.verification) for item in first.findings] == [
        (UNUSED, None),
        ("TFG201", verdict),
        (UNUSED, None),
    ]
    assert second.findings == ()


def test_what_only_a_run_shows_can_be_silenced(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("a = 1\nb = 2  # noqa: TFG001\n")
    suppressed = [
        is_suppressed(replace(finding_at(str(path), row, 1, 2), code="TFG001"), Notebooks())
        for row in (1, 2)
    ]
    assert suppressed == [False, True]
