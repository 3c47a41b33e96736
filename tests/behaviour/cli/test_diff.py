"""`--diff REV`: only findings in lines that were changed, wherever git says that is."""

from __future__ import annotations

import os
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import git_repositories
from tests.support.command_line import tflintgrad
from tests.support.fake_analysis import HEAD, finding_at, install
from tests.support.notebook_files import notebook
from tflintgrad import check_files
from tflintgrad.diagnostics import Finding, Location, Span, Spot, Step
from tflintgrad.engine.file_result import FileResult
from tflintgrad.engine.git_diff import Changes, NotComparable
from tflintgrad.frontends.cli.entry import run


def git(*arguments: str) -> str:
    return git_repositories.git(Path.cwd(), *arguments)


def commit(message: str = "m") -> None:
    git_repositories.commit(Path.cwd(), message)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, and the stand-in for the analysis."""
    install(monkeypatch)
    monkeypatch.chdir(tmp_path)
    git("init", "--quiet", "--initial-branch=main")
    return tmp_path


def write(name: str, *lines: str) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD + "".join(f"{line}\n" for line in lines), encoding="utf-8", newline="")


def changed(revision: str = "HEAD", *paths: str) -> list[tuple[str, int]]:
    results = Changes(revision).only(check_files(paths or (os.curdir,)))
    return [
        (item.filename.replace(os.sep, "/"), item.span.start.row)
        for result in results
        for item in result.findings
    ]


@pytest.mark.usefixtures("repository")
class TestFiles:
    def test_lines(self) -> None:
        write("a.py", "a = x.numpy()", "b = x.numpy()", "c = x.numpy()")
        commit()
        assert changed() == []
        write("a.py", "a = x.numpy()", "b = w.numpy()", "c = x.numpy()", "d = x.numpy()")
        assert changed() == [("a.py", 3), ("a.py", 5)]
        git("add", "a.py")
        assert changed() == [("a.py", 3), ("a.py", 5)]
        commit()
        assert changed() == []
        assert changed("HEAD~1") == [("a.py", 3), ("a.py", 5)]

    def test_removed_lines_change_nothing_else(self) -> None:
        write("a.py", "a = x.numpy()", "-- old", "b = x.numpy()")
        commit()
        write("a.py", "a = x.numpy()", "b = x.numpy()")
        assert changed() == []

    def test_lines_that_look_like_a_diff(self) -> None:
        write("a.py", "# -- a/b.py", "'''", "-- a/b.py", "++ b/b.py", "@@ -1 +1 @@", "'''")
        write("b.py", "a = x.numpy()")
        commit()
        write("a.py", "'''", "++ b/b.py", "++ b/b.py", "@@ -1,9 +1,9 @@", "'''", "a = x.numpy()")
        assert changed() == [("a.py", 7)]

    def test_untracked_and_ignored_files(self) -> None:
        Path(".gitignore").write_text("built/\n")
        commit()
        write("new/a.py", "a = x.numpy()")
        write("built/b.py", "a = x.numpy()")
        assert changed("HEAD", "new", "built") == [("new/a.py", 2)]
        git("add", "--intent-to-add", "new")
        assert changed("HEAD", "new", "built") == [("new/a.py", 2)]

    def test_renamed_files(self) -> None:
        lines = [f"a{number} = x.numpy()" for number in range(20)]
        write("a.py", *lines)
        commit()
        Path("a.py").rename("b.py")
        git("add", "--all")
        assert changed() == []
        write("b.py", *lines[:10], "new = x.numpy()", *lines[10:])
        git("add", "--all")
        assert changed() == [("b.py", 12)]

    @pytest.mark.parametrize(
        "name", ["a b.py", "ä.py", 'q"uote.py', "tab\there.py", "new\nline.py", "back\\slash.py"]
    )
    @pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
    def test_names(self, name: str) -> None:
        write(name, "a = x.numpy()", "b = x.numpy()")
        commit()
        write(name, "a = x.numpy()", "b = w.numpy()")
        assert [row for _, row in changed()] == [3]
        commit()
        write(f"{name}2.py", "a = x.numpy()")
        assert [row for _, row in changed()] == [2]

    def test_from_below(self, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write("src/a.py", "a = x.numpy()")
        write("b.py", "a = x.numpy()")
        commit()
        write("src/a.py", "a = x.numpy()", "b = x.numpy()")
        write("src/new.py", "a = x.numpy()")
        write("b.py", "a = w.numpy()")
        monkeypatch.chdir(repository / "src")
        assert changed() == [("a.py", 3), ("new.py", 2)]
        assert changed("HEAD", os.pardir) == [
            ("../b.py", 2),
            ("../src/a.py", 3),
            ("../src/new.py", 2),
        ]

    def test_through_a_link(self, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        inside = repository / "inside"
        inside.mkdir()
        try:
            (repository / "link").symlink_to(inside, target_is_directory=True)
        except OSError:
            pytest.skip("no links here")
        monkeypatch.chdir(repository / "link")
        write("a.py", "a = x.numpy()")
        commit()
        write("a.py", "a = w.numpy()")
        assert changed("HEAD", str(repository / "link" / "a.py"))[0][1] == 2

    def test_line_endings(self) -> None:
        git("config", "core.autocrlf", "false")
        Path("a.py").write_bytes(
            f"{HEAD}a = x.numpy()\nb = x.numpy()\n".replace("\n", "\r\n").encode()
        )
        Path("b.py").write_bytes(
            f"{HEAD}a = x.numpy()\nb = x.numpy()\n".replace("\n", "\r").encode()
        )
        Path("c.py").write_bytes(f"{HEAD}a = x.numpy()".encode())
        commit()
        for name in ("a.py", "b.py"):
            data = Path(name).read_bytes()
            Path(name).write_bytes(data.replace(b"b = x", b"b = w"))
        Path("c.py").write_bytes(f"{HEAD}a = x.numpy()\nb = x.numpy()".encode())
        # Git sees one line in b.py, and the end of the first line of c.py as a change.
        assert changed() == [("a.py", 3), ("b.py", 2), ("b.py", 3), ("c.py", 2), ("c.py", 3)]

    def test_what_people_configure(self, monkeypatch: pytest.MonkeyPatch) -> None:
        write("a.py", *[f"a{n} = x.numpy()" for n in range(9)])
        Path(".gitattributes").write_text("*.py -diff\n")
        commit()
        for setting in (
            ("diff.noprefix", "true"),
            ("diff.mnemonicPrefix", "true"),
            ("color.ui", "always"),
            ("diff.external", "false"),
            ("diff.context", "5"),
            ("diff.interHunkContext", "9"),
            ("diff.relative", "true"),
            ("diff.renames", "false"),
        ):
            git("config", *setting)
        monkeypatch.setenv("GIT_EXTERNAL_DIFF", "false")
        lines = [f"a{n} = x.numpy()" for n in range(9)]
        write("a.py", *lines[:2], "b = x.numpy()", *lines[3:6], "c = x.numpy()", *lines[7:])
        assert changed() == [("a.py", 4), ("a.py", 8)]

    def test_while_merging(self) -> None:
        write("a.py", "a = x.numpy()")
        commit()
        git("checkout", "--quiet", "-b", "other")
        write("a.py", "b = x.numpy()")
        commit()
        git("checkout", "--quiet", "main")
        write("a.py", "c = x.numpy()")
        commit()
        with pytest.raises(subprocess.CalledProcessError):
            git("merge", "other")
        write("a.py", "d = x.numpy()")
        assert changed() == [("a.py", 2)]

    def test_since_the_branch_began(self) -> None:
        write("a.py", "a = x.numpy()", "b = x.numpy()")
        commit()
        git("checkout", "--quiet", "-b", "topic")
        write("b.py", "a = x.numpy()")
        commit()
        git("checkout", "--quiet", "main")
        write("a.py", "a = x.numpy()", "b = w.numpy()")
        commit()
        git("checkout", "--quiet", "topic")
        assert changed("main") == [("a.py", 3), ("b.py", 2)]
        assert changed("main...") == [("b.py", 2)]
        assert changed("main...HEAD") == [("b.py", 2)]


@pytest.mark.usefixtures("repository")
class TestNotebooks:
    @staticmethod
    def rows() -> list[tuple[int | None, int]]:
        results = Changes("HEAD").only(check_files([os.curdir]))
        return [(f.cell, f.span.start.row) for result in results for f in result.findings]

    def test_lines_of_cells(self) -> None:
        path = Path("a.ipynb")
        path.write_text(notebook(HEAD, "a = x.numpy()\nb = x.numpy()", "c = x.numpy()"))
        commit()
        path.write_text(notebook(HEAD, "a = x.numpy()\nb = w.numpy()", "c = x.numpy()", indent=1))
        assert self.rows() == [(2, 2)]
        path.write_text(
            notebook(HEAD, "new = x.numpy()", "a = x.numpy()\nb = x.numpy()", "c = x.numpy()")
        )
        assert self.rows() == [(2, 1)]

    def test_outputs_do_not_count(self) -> None:
        path = Path("a.ipynb")
        path.write_text(notebook(HEAD, "a = x.numpy()"))
        commit()
        path.write_text(path.read_text().replace('"outputs": []', '"outputs": ["x.numpy()"]'))
        assert git("diff", "--stat")
        assert self.rows() == []

    def test_new_and_renamed(self) -> None:
        cells = [HEAD, *(f"a{number} = x.numpy()" for number in range(20))]
        Path("a.ipynb").write_text(notebook(*cells, indent=1))
        commit()
        Path("b.ipynb").write_text(notebook(HEAD, "a = x.numpy()"))
        assert self.rows() == [(2, 1)]
        Path("b.ipynb").unlink()
        Path("a.ipynb").unlink()
        Path("c.ipynb").write_text(notebook(*cells, "b = x.numpy()", indent=1))
        git("add", "--all")
        assert self.rows() == [(22, 1)]

    def test_what_was_no_notebook(self) -> None:
        Path("a.ipynb").write_text("version https://git-lfs.github.com/spec/v1\n")
        commit()
        Path("a.ipynb").write_text(notebook(HEAD, "a = x.numpy()"))
        assert self.rows() == [(2, 1)]


def at(row: int, end_row: int | None = None, end: int = 2) -> Span:
    return Span(Location(row, 1), Location(end_row or row, end))


@pytest.mark.usefixtures("repository")
def test_what_a_finding_is_about() -> None:
    """The place itself, a query, or where the gradient is hurt; not the way in between."""
    write("a.py", *"abcdefgh")
    write("b.py", *"abcdefgh")
    commit()
    write("a.py", *"abcXefgh")  # row 5
    changes = Changes("HEAD")

    def finding(
        row: int, *, queries: tuple[int, ...] = (), steps: tuple[Step, ...] = ()
    ) -> Finding:

        spots = tuple(Spot("a.py", at(query)) for query in queries)
        return replace(finding_at("b.py", row, 1, 2), queries=spots, flow=steps)

    assert not changes.concern(finding(5))
    assert not changes.concern(finding(5, queries=(4, 6)))
    assert changes.concern(finding(5, queries=(4, 5)))
    cut, passed = (Step("a.py", at(5), label, "") for label in ("cut", "flow"))
    assert changes.concern(finding(2, steps=(cut,)))
    assert not changes.concern(finding(2, steps=(passed,)))
    for span, expected in (
        (at(3, 5), True),
        (at(3, 5, end=1), False),
        (at(5, 6, end=1), True),
        (at(6, 8), False),
    ):
        place = Step("a.py", span, "zero", "")
        assert changes.concern(finding(2, steps=(place,))) is expected


class TestCommand:
    @pytest.mark.usefixtures("repository")
    def test_exit_code_and_report(self, capsys: pytest.CaptureFixture[str]) -> None:
        write("a.py", "a = x.numpy()")
        commit()
        assert run(["check", "--diff", "HEAD"]) == 0
        write("a.py", "a = x.numpy()", "b = x.numpy()")
        capsys.readouterr()
        assert run(["check", "--diff", "HEAD", "--output-format", "concise"]) == 1
        assert [line.split(":")[1] for line in capsys.readouterr().out.splitlines()] == ["3"]

    @pytest.mark.usefixtures("repository")
    def test_beside_a_baseline(self, capsys: pytest.CaptureFixture[str]) -> None:
        """What git does not show is not fixed."""
        write("a.py", "a = x.numpy()", "b = x.numpy()")
        run(["baseline"])
        commit()
        write("a.py", "a = x.numpy()", "b = x.numpy()", "c = x.numpy()")
        capsys.readouterr()
        assert run(["check", "--diff", "HEAD", "--output-format", "concise"]) == 1
        captured = capsys.readouterr()
        assert captured.out.startswith("a.py:4:")
        assert "fixed" not in captured.err

    @pytest.mark.usefixtures("repository")
    def test_only_changed_lines_are_silenced(self) -> None:
        write("a.py", "a = x.numpy()")
        commit()
        write("a.py", "a = x.numpy()", "b = x.numpy()")
        assert run(["check", "--diff", "HEAD", "--add-noqa"]) == 0
        assert Path("a.py").read_text() == f"{HEAD}a = x.numpy()\nb = x.numpy()  # noqa: TFG201\n"

    @pytest.mark.parametrize("name", ["", "no-such", "--output=x", "main..HEAD", "no...", "a\0b"])
    @pytest.mark.usefixtures("repository")
    def test_unknown_revision(self, name: str, capsys: pytest.CaptureFixture[str]) -> None:
        write("a.py", "a = x.numpy()")
        commit()
        assert run(["check", f"--diff={name}"]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith("Error: --diff: ")
        assert captured.err.endswith("is no revision of this repository\n")
        assert sorted(os.listdir()) == [".git", "a.py"]

    @pytest.mark.usefixtures("repository")
    def test_nothing_committed_yet(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["check", "--diff", "HEAD"]) == 2
        printed = "Error: --diff: 'HEAD' is no revision of this repository\n"
        assert capsys.readouterr().err == printed

    def test_no_repository(self, tmp_path: Path) -> None:
        environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(tmp_path.parent), "LC_ALL": "C"}
        finished = tflintgrad("check", "--diff", "HEAD", cwd=tmp_path, environment=environment)
        assert finished.returncode == 2
        assert finished.stdout == ""
        assert finished.stderr.startswith("Error: --diff: git: not a git repository")
        assert len(finished.stderr.splitlines()) == 1

    def test_no_git(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", "")
        with pytest.raises(NotComparable, match="git cannot be run: No such file"):
            Changes("HEAD")

    @pytest.mark.usefixtures("repository")
    def test_branches_with_nothing_in_common(self) -> None:
        write("a.py", "a = x.numpy()")
        commit()
        git("checkout", "--quiet", "--orphan", "other")
        commit("other")
        with pytest.raises(NotComparable, match="HEAD and 'main' have nothing in common"):
            Changes("main...")


LINE = st.integers(0, 10**6).map("a{} = x.numpy()".format)


@settings(deadline=None, max_examples=20)
@given(st.data())
def test_any_edits(data: st.DataObject) -> None:
    """Lines are all different, so that what was changed is exactly what was not there before."""
    old = data.draw(st.lists(LINE, unique=True, max_size=12))
    kept = [line for line in old if data.draw(st.booleans())]
    new: list[str] = []
    for line in [*kept, ""]:
        fresh = data.draw(st.lists(LINE.filter(lambda item: item not in old), max_size=3))
        new += [*fresh, line] if line else fresh
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        install(patch)
        os.chdir(folder)
        try:
            git("init", "--quiet")
            write("a.py", *old)
            commit()
            write("a.py", *new)
            expected = [("a.py", row) for row, line in enumerate(new, 2) if line not in old]
            assert changed() == expected
        finally:
            os.chdir(before)


@pytest.mark.usefixtures("repository")
def test_results_keep_what_else_they_say() -> None:
    write("a.py", "a = 1")
    commit()
    told = FileResult("a.py", warnings=("a.py: too much",), error="a.py: gone")
    assert list(Changes("HEAD").only([told])) == [told]
