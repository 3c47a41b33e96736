"""Which files are looked at, and which configuration counts for which file."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from pathlib import Path

import pytest

import tflintgrad
from tests.support.fake_analysis import install
from tests.support.git_repositories import commit, git
from tflintgrad.config.file_patterns import FilePatterns, anchored
from tflintgrad.config.settings import DEFAULT_EXCLUDE
from tflintgrad.frontends.cli.entry import run
from tflintgrad.source.glob import Matcher

FLAGGED = "import tensorflow as tf  # GradientTape\nx.numpy()\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Five files with one finding each, by the stand-in for the analysis."""
    install(monkeypatch)
    monkeypatch.chdir(tmp_path)
    for name in ("a.py", "docs/conf.py", "src/deep/er/m.py", "src/m.py", "tests/test_a.py"):
        write(tmp_path / name, FLAGGED)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def flagged(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """The files with findings."""
    assert run(["check", "--output-format", "json", *arguments]) in (0, 1)
    found = json.loads(capsys.readouterr().out)
    return [Path(item["filename"]).as_posix() for item in found]


EVERYTHING = ["a.py", "docs/conf.py", "src/deep/er/m.py", "src/m.py", "tests/test_a.py"]


class TestExclude:
    @pytest.mark.parametrize(
        ("pattern", "left"),
        [
            ("docs", ["a.py", "src/deep/er/m.py", "src/m.py", "tests/test_a.py"]),
            ("docs/", ["a.py", "src/deep/er/m.py", "src/m.py", "tests/test_a.py"]),
            ("m.py", ["a.py", "docs/conf.py", "tests/test_a.py"]),
            ("er", ["a.py", "docs/conf.py", "src/m.py", "tests/test_a.py"]),
            ("src/deep", ["a.py", "docs/conf.py", "src/m.py", "tests/test_a.py"]),
            ("./src/deep", ["a.py", "docs/conf.py", "src/m.py", "tests/test_a.py"]),
            ("src/../src/deep", ["a.py", "docs/conf.py", "src/m.py", "tests/test_a.py"]),
            ("deep/er", EVERYTHING),
            ("**/er", ["a.py", "docs/conf.py", "src/m.py", "tests/test_a.py"]),
            ("src/**/m.py", ["a.py", "docs/conf.py", "tests/test_a.py"]),
            ("src/*.py", ["a.py", "docs/conf.py", "tests/test_a.py"]),
            ("src/?eep", ["a.py", "docs/conf.py", "src/m.py", "tests/test_a.py"]),
            ("test_*", ["a.py", "docs/conf.py", "src/deep/er/m.py", "src/m.py"]),
            ("{docs,tests}", ["a.py", "src/deep/er/m.py", "src/m.py"]),
            ("{docs,src/deep}/*", ["a.py", "src/m.py", "tests/test_a.py"]),
            ("[ad]*", ["src/m.py", "tests/test_a.py"]),
            ("[", EVERYTHING),
            ("src", ["a.py", "docs/conf.py", "tests/test_a.py"]),
        ],
    )
    def test_patterns(
        self, project: Path, capsys: pytest.CaptureFixture[str], pattern: str, left: list[str]
    ) -> None:
        write(project / "tflintgrad.toml", f"extend-exclude = ['{pattern}']\n")
        assert flagged(capsys) == left
        assert flagged(capsys, "--isolated") == EVERYTHING
        # From elsewhere too: paths start at the configuration.
        os.chdir(project / "src")
        assert len(flagged(capsys, "..")) == len(left)
        os.chdir(project)

    def test_instead_of_the_usual_ones(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        write(project / "build" / "b.py", FLAGGED)
        assert flagged(capsys) == EVERYTHING
        assert flagged(capsys, "--exclude", "src,tests") == ["a.py", "build/b.py", "docs/conf.py"]
        assert "build/b.py" not in flagged(capsys, "--extend-exclude", "src")
        assert flagged(capsys, "--exclude", "{src,tests},build,docs") == ["a.py"]

    def test_on_the_command_line_paths_start_in_the_working_directory(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        write(project / "tflintgrad.toml", "extend-exclude = ['src/m.py']\n")
        os.chdir(project / "src")
        assert flagged(capsys, "--extend-exclude", "deep/er") == []
        assert flagged(capsys, "--extend-exclude", "src/deep") == ["deep/er/m.py"]
        os.chdir(project)

    def test_a_folder_with_an_odd_name(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        odd = project / "a[b]{c,d}*"
        try:
            write(odd / "src" / "m.py", FLAGGED)
        except OSError:
            pytest.skip("this file system does not take such a name")
        write(odd / "other.py", FLAGGED)
        write(odd / "tflintgrad.toml", "extend-exclude = ['src/*']\n")
        assert flagged(capsys, str(odd)) == [(odd / "other.py").as_posix()]

    def test_what_is_named_is_checked_all_the_same(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        write(project / "tflintgrad.toml", "extend-exclude = ['src', 'tests/*']\n")
        assert flagged(capsys, "src/m.py", "tests") == ["src/m.py"]
        assert flagged(capsys, "src") == ["src/deep/er/m.py", "src/m.py"]

    def test_unless_it_is_forced(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """Hooks name every file that changed."""
        write(project / "tflintgrad.toml", "extend-exclude = ['src', 'tests/*']\n")
        write(project / "build" / "b.py", FLAGGED)
        named = ["a.py", "src/deep/er/m.py", "tests/test_a.py", "build/b.py"]
        assert flagged(capsys, *named) == named
        assert flagged(capsys, "--force-exclude", *named) == ["a.py"]
        assert flagged(capsys, "--force-exclude", "src") == []
        write(project / "tflintgrad.toml", "exclude = ['src']\nforce-exclude = true\n")
        assert flagged(capsys, *named) == ["a.py", "tests/test_a.py", "build/b.py"]
        assert flagged(capsys, "--no-force-exclude", *named) == named
        assert run(["check", "--force-exclude", "gone.py"]) == 2

    def test_forced_on_standard_input(
        self, project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Input:
            class buffer:  # noqa: N801
                @staticmethod
                def read() -> bytes:
                    return FLAGGED.encode()

        monkeypatch.setattr(sys, "stdin", Input)
        arguments = ("--extend-exclude", "src", "--stdin-filename", "src/m.py", "-")
        assert flagged(capsys, *arguments) == ["src/m.py"]
        assert flagged(capsys, "--force-exclude", *arguments) == []

    def test_nothing_left(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["check", "--exclude", "*"]) == 0
        assert capsys.readouterr().err == "warning: no Python files or notebooks were found\n"

    def test_defaults(self) -> None:
        assert {".git", ".venv", "build", "node_modules", "__pycache__"} < set(DEFAULT_EXCLUDE)


class TestPerFileIgnores:
    @pytest.mark.parametrize(
        ("table", "left"),
        [
            ("'tests/*' = ['TFG2']", EVERYTHING[:4]),
            ("'tests' = ['numpy-escape']", EVERYTHING[:4]),
            ("'test_*.py' = ['ALL']", EVERYTHING[:4]),
            ("'tests/*' = ['TFG3']", EVERYTHING),
            ("'src/**' = ['TFG2']", ["a.py", "docs/conf.py", "tests/test_a.py"]),
            ("'!src/**' = ['TFG2']", ["src/deep/er/m.py", "src/m.py"]),
            ("'**/{docs,tests}/*' = ['TFG2']", ["a.py", "src/deep/er/m.py", "src/m.py"]),
            ("'docs' = ['TFG2']\n'a.py' = ['TFG201']", EVERYTHING[2:]),
        ],
    )
    def test_patterns(
        self, project: Path, capsys: pytest.CaptureFixture[str], table: str, left: list[str]
    ) -> None:
        write(project / "tflintgrad.toml", f"[per-file-ignores]\n{table}\n")
        assert flagged(capsys) == left
        # It makes no difference whether a file is named.
        assert flagged(capsys, *EVERYTHING) == left

    def test_more_exact_than_any_selection(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        write(project / "tflintgrad.toml", "per-file-ignores = { '*.py' = ['ALL'] }\n")
        assert flagged(capsys, "--select", "TFG201") == []

    def test_broken_files_are_reported_unless_that_rule_is_named(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        write(project / "a.py", "x = = 1\n")
        assert flagged(capsys, "--per-file-ignores", "a.py:ALL", "a.py") == ["a.py"]
        assert flagged(capsys, "--per-file-ignores", "a.py:syntax-error", "a.py") == []

    def test_on_the_command_line(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        write(project / "tflintgrad.toml", "per-file-ignores = { 'a.py' = ['TFG2'] }\n")
        option = "tests/*:tfg2,docs:TFG3,TFG201"
        assert flagged(capsys, "--per-file-ignores", option) == [
            "a.py",
            "src/deep/er/m.py",
            "src/m.py",
        ]


class TestNearest:
    """Each file has the settings of the nearest configuration, and of no other."""

    def test_one_per_folder(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        write(project / "pyproject.toml", "[tool.tflintgrad]\nignore = ['TFG2']\n")
        write(project / "src" / "tflintgrad.toml", "extend-exclude = ['deep']\n")
        assert flagged(capsys) == ["src/m.py"]
        assert flagged(capsys, "src/deep/er/m.py", "a.py") == ["src/deep/er/m.py"]
        # What the command line says holds everywhere.
        assert flagged(capsys, "--ignore", "TFG2") == []

    def test_the_version(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.undo()
        monkeypatch.chdir(project)
        text = (
            "import tensorflow as tf\n"
            "model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])\n"
            "with tf.GradientTape() as tape:\n"
            "    tape.watch(model.trainable_variables)\n"
            "    y = tf.reduce_sum(model(tf.ones([1, 2])))\n"
            "tape.gradient(y, model.trainable_variables)\n"
        )
        for name in ("a.py", "src/m.py"):
            write(project / name, text)
        write(project / "src" / "tflintgrad.toml", 'tensorflow-version = "2.15"\n')
        results = tflintgrad.check_files(["a.py", "src/m.py"], tflintgrad.configured())
        assert [[item.code for item in result.findings] for result in results] == [["TFG112"], []]

    def test_a_mistake_below(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = project / "src" / "tflintgrad.toml"
        write(path, "selct = []\n")
        assert run(["check"]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith(f"Error: {path}:1: unknown key 'selct'; did you mean")
        # Not the concern of somebody who works elsewhere in the project.
        assert flagged(capsys, "a.py") == ["a.py"]

    def test_standard_input_has_the_settings_of_its_place(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from tflintgrad.engine.check_in_memory import check_bytes

        write(project / "src" / "tflintgrad.toml", "ignore = ['TFG2']\n")
        configured = tflintgrad.configured()
        (here,) = check_bytes(FLAGGED.encode(), "new.py", configured)
        (there,) = check_bytes(FLAGGED.encode(), "src/new.py", configured)
        assert (len(here.findings), len(there.findings)) == (1, 0)


LOSSES = "import tensorflow as tf\n\n\ndef loss(x):\n    return tf.constant(x.numpy()) * 2.0\n"
TRAIN = (
    "import tensorflow as tf\nfrom {home} import loss\n\n"
    "x = tf.Variable(2.0)\nwith tf.GradientTape() as tape:\n    y = loss(x)\ntape.gradient(y, x)\n"
)


class TestWholeProjects:
    """With the real analysis: files whose findings hang together."""

    @pytest.fixture
    def both(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.chdir(tmp_path)
        write(tmp_path / "pyproject.toml", "[tool.tflintgrad]\n")
        write(tmp_path / "lib" / "losses.py", LOSSES)
        write(tmp_path / "old" / "train.py", TRAIN.format(home="losses"))
        return tmp_path

    def test_excluded_programs_do_not_count(
        self, both: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert flagged(capsys) == flagged(capsys, "lib/losses.py") == ["lib/losses.py"]
        for option in ("old", "old/train.py", "train.py"):
            assert flagged(capsys, "--extend-exclude", option) == []
            assert flagged(capsys, "--extend-exclude", option, "lib/losses.py") == []

    def test_ignored_programs_do_not_count(
        self, both: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (both / ".git").mkdir()
        write(both / ".gitignore", "/old/\n")
        assert flagged(capsys, "lib/losses.py") == []
        assert flagged(capsys, "--no-respect-gitignore", "lib/losses.py") == ["lib/losses.py"]

    def test_nothing_is_reported_in_what_somebody_excluded(
        self, both: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Though a query elsewhere is hurt: nobody here can repair it."""
        assert flagged(capsys, "old/train.py") == ["lib/losses.py"]
        assert flagged(capsys, "--extend-exclude", "lib", "old/train.py") == []
        assert flagged(capsys, "--extend-exclude", "lib", "lib/losses.py") == ["lib/losses.py"]

    def test_what_is_not_searched_by_default_is_reported_if_a_query_leads_there(
        self, both: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        write(both / "build" / "losses2.py", LOSSES)
        write(both / "main.py", TRAIN.format(home="build.losses2"))
        assert flagged(capsys, "main.py") == ["build/losses2.py"]


class TestGitignore:
    @pytest.fixture
    def repository(self, project: Path) -> Path:
        (project / ".git").mkdir()
        return project

    def test_ignored(self, repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
        write(repository / ".gitignore", "/docs\nm.py\n")
        write(repository / "src" / ".gitignore", "!m.py\n")
        write(repository / "src" / "deep" / ".gitignore", "er/\n")
        assert flagged(capsys) == ["a.py", "src/m.py", "tests/test_a.py"]
        assert flagged(capsys, "--no-respect-gitignore") == EVERYTHING
        write(repository / "tflintgrad.toml", "respect-gitignore = false\n")
        assert flagged(capsys) == EVERYTHING
        assert len(flagged(capsys, "--respect-gitignore")) == 3

    def test_what_is_named_is_checked(
        self, repository: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        write(repository / ".gitignore", "docs/\na.py\n")
        assert flagged(capsys, "a.py", "docs") == ["a.py", "docs/conf.py"]
        assert flagged(capsys, "--force-exclude", "a.py") == ["a.py"]

    def test_only_in_a_repository(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        write(project / ".gitignore", "*\n")
        assert flagged(capsys) == EVERYTHING

    def test_not_beyond_a_repository_inside(
        self, repository: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        write(repository / ".gitignore", "*.py\n")
        (repository / "src" / ".git").write_text("gitdir: ../.git/modules/src\n")
        assert flagged(capsys) == ["src/deep/er/m.py", "src/m.py"]

    @pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
    def test_a_worktree_shares_what_the_repository_excludes(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        git(project, "init", "--quiet", "main")
        commit(project / "main")
        git(project / "main", "worktree", "add", "--quiet", "../tree")
        write(project / "main" / ".git" / "info" / "exclude", "private.py\n")
        write(project / "tree" / "private.py", FLAGGED)
        write(project / "tree" / "public.py", FLAGGED)
        assert flagged(capsys, "tree") == ["tree/public.py"]

    def test_odd_files(self, repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (repository / ".gitignore").write_bytes(b"\xff\xfe\0\na.py\r\n[\n\\\n")
        (repository / "src" / ".gitignore").mkdir()
        assert flagged(capsys) == EVERYTHING[1:]


class TestPatterns:
    def test_a_path_is_the_same_from_everywhere(self, tmp_path: Path) -> None:
        root = tmp_path.as_posix()
        assert anchored("name", root) == "name"
        assert anchored("a/b", root) == f"{root}/a/b"
        assert anchored("!a/b", root) == f"!{root}/a/b"
        assert anchored(f"{root}/a", "elsewhere") == f"{root}/a"

    def test_only_folders_of_the_project_count(self, tmp_path: Path) -> None:
        patterns = FilePatterns(["build"], str(tmp_path / "build" / "project"))
        assert not patterns.cover(str(tmp_path / "build" / "project" / "a.py"))
        assert patterns.cover(str(tmp_path / "build" / "project" / "build" / "a.py"))
        assert not patterns.cover(str(tmp_path / "build" / "other" / "a.py"))

    @pytest.mark.parametrize(
        "pattern",
        ["*a" * 60 + "b", "**/a/" * 60 + "b", "*?" * 60 + "b", "**/*a" * 40 + "/b"],
    )
    @pytest.mark.parametrize("crossing", [False, True])
    def test_no_pattern_takes_long(self, pattern: str, crossing: bool) -> None:
        matcher = Matcher([pattern.replace("/", "")], [pattern], crossing=crossing)
        started = time.process_time()
        assert not matcher.matches("a/" * 500 + "c", "a" * 250 + "c")
        assert not matcher.matches("a" * 250, "a" * 250)
        assert time.process_time() - started < 2
