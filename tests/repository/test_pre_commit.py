"""The hooks, run by pre-commit itself in a repository made for it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.support.ci_environment import environment, git, installed, posix_only
from tests.support.notebook_files import notebook
from tests.support.paths import ROOT
from tests.support.small_programs import CLEAN, NUMPY_ESCAPE

MANIFEST = ROOT / ".pre-commit-hooks.yaml"
HOOKS = {hook["id"]: hook for hook in yaml.safe_load(MANIFEST.read_text(encoding="utf-8"))}

pytestmark = posix_only


class Repository:
    """A repository with one commit, whose hook comes from our manifest."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "repository"
        self.folder.mkdir()
        self.commands = installed(folder / "commands").parent
        self.cache = folder / "cache"
        git(self.folder, "init", "--quiet")
        self.use("tflintgrad")
        (self.folder / "old.py").write_text(NUMPY_ESCAPE)
        self.commit()

    def use(self, hook: str, *arguments: str) -> None:
        """As the manifest says, but with the command under test instead of an installed one."""
        local = {
            key: value
            for key, value in HOOKS[hook].items()
            if key not in ("language", "additional_dependencies")
        }
        local |= {"language": "system", "args": list(arguments)}
        self.configure({"repo": "local", "hooks": [local]})

    def configure(self, source: dict[str, object]) -> None:
        text = yaml.safe_dump({"repos": [source]})
        (self.folder / ".pre-commit-config.yaml").write_text(text)
        git(self.folder, "add", ".pre-commit-config.yaml")

    def stage(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        git(self.folder, "add", name)

    def commit(self) -> None:
        git(self.folder, "add", "--all")
        git(self.folder, "commit", "--quiet", "--message", "m")

    def run(self, *arguments: str) -> tuple[int, str]:
        finished = subprocess.run(
            [sys.executable, "-m", "pre_commit", "run", "--color=never", *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            env=environment(self.commands, {"PRE_COMMIT_HOME": str(self.cache)}),
        )
        return finished.returncode, finished.stdout + finished.stderr


def published(folder: Path) -> dict[str, object]:
    """A repository of ours with a tag, as one from which hooks are taken."""
    source = folder / "source"
    for name in ("tflintgrad", "rules"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", MANIFEST.name):
        shutil.copy(ROOT / name, source / name)
    git(source, "init", "--quiet")
    git(source, "add", "--all")
    git(source, "commit", "--quiet", "--message", "m")
    git(source, "tag", "v0.1.0")
    return {"repo": str(source), "rev": "v0.1.0"}


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def test_the_manifest_is_valid() -> None:
    command = [sys.executable, "-m", "pre_commit", "validate-manifest", str(MANIFEST)]
    subprocess.run(command, check=True)


def test_only_changed_files(repository: Repository) -> None:
    repository.stage("new.py", NUMPY_ESCAPE)
    code, output = repository.run()
    assert code == 1
    assert "new.py:5:" in output
    assert "TFG201" in output
    assert "old.py" not in output
    assert "exit code: 1" in output


def test_all_files(repository: Repository) -> None:
    code, output = repository.run("--all-files")
    assert (code, "old.py:5:" in output) == (1, True)


def test_no_files(repository: Repository) -> None:
    repository.stage("notes.txt", "x.numpy()\n")
    code, output = repository.run()
    assert code == 0
    assert "(no files to check)Skipped" in output


def test_a_clean_file(repository: Repository) -> None:
    repository.stage("new.py", CLEAN)
    code, output = repository.run()
    assert code == 0
    assert "Passed" in output


def test_a_name_with_a_space(repository: Repository) -> None:
    repository.stage("my models/first try.py", NUMPY_ESCAPE)
    code, output = repository.run()
    assert (code, "my models/first try.py:5:" in output) == (1, True)


def test_a_file_with_the_name_of_an_option(repository: Repository) -> None:
    repository.stage("./--output-file=old.py", CLEAN)
    repository.run()
    assert (repository.folder / "old.py").read_text() == NUMPY_ESCAPE


def test_a_notebook(repository: Repository) -> None:
    repository.stage("study.ipynb", notebook("import os", NUMPY_ESCAPE))
    code, output = repository.run()
    assert (code, "study.ipynb:cell 2:5:" in output) == (1, True)


def test_an_excluded_file(repository: Repository) -> None:
    repository.stage("tflintgrad.toml", 'extend-exclude = ["generated"]\n')
    repository.stage("generated/new.py", NUMPY_ESCAPE)
    code, output = repository.run()
    assert code == 0, output
    assert "Passed" in output


def test_a_file_that_is_no_python(repository: Repository) -> None:
    repository.stage("new.py", "import tensorflow as tf\ndef (:\n")
    code, output = repository.run()
    assert (code, "TFG000" in output) == (1, True)


def test_only_changed_lines(repository: Repository) -> None:
    repository.stage("old.py", NUMPY_ESCAPE + "print(x)\n")
    assert repository.run()[0] == 1
    repository.use("tflintgrad", "--diff", "HEAD")
    assert repository.run()[0] == 0
    repository.stage("old.py", NUMPY_ESCAPE.replace("* 2.0", "* 4.0"))
    code, output = repository.run()
    assert (code, "old.py:5:" in output) == (1, True)


def test_what_is_not_staged_does_not_count(repository: Repository) -> None:
    repository.stage("new.py", CLEAN)
    (repository.folder / "new.py").write_text(NUMPY_ESCAPE)
    assert repository.run()[0] == 0
    assert (repository.folder / "new.py").read_text() == NUMPY_ESCAPE


def test_verify_is_not_for_commits(repository: Repository) -> None:
    repository.use("tflintgrad-verify")
    repository.stage("new.py", NUMPY_ESCAPE)
    code, output = repository.run()
    assert (code, output) == (0, "")


@pytest.mark.tensorflow
def test_verify(repository: Repository) -> None:
    repository.use("tflintgrad-verify", "--no-cache", "--output-format", "concise")
    repository.stage("new.py", NUMPY_ESCAPE)
    code, output = repository.run("--hook-stage", "manual")
    assert code == 1
    assert "new.py:5:" in output
    assert "confirmed" in output


@pytest.mark.full
def test_installed_by_pre_commit(repository: Repository, tmp_path: Path) -> None:
    """The manifest as it is: pre-commit clones a repository of ours, and installs it."""
    repository.configure({**published(tmp_path), "hooks": [{"id": "tflintgrad"}]})
    (repository.commands / "tflintgrad").unlink()
    repository.stage("new file.py", NUMPY_ESCAPE)
    code, output = repository.run()
    assert (code, "new file.py:5:" in output) == (1, True), output
    repository.stage("new file.py", CLEAN)
    assert repository.run()[0] == 0


@pytest.mark.full
@pytest.mark.tensorflow
def test_verify_installed_by_pre_commit(repository: Repository, tmp_path: Path) -> None:
    """With the TensorFlow that the manifest asks for, in an environment that pre-commit makes."""
    repository.configure({**published(tmp_path), "hooks": [{"id": "tflintgrad-verify"}]})
    (repository.commands / "tflintgrad").unlink()
    repository.stage("new file.py", NUMPY_ESCAPE)
    repository.stage("study.ipynb", notebook("import os", NUMPY_ESCAPE))
    code, output = repository.run("--hook-stage", "pre-push", "--files", "new file.py")
    assert (code, "new file.py:5:" in output) == (1, True), output
    assert "verified: confirmed by running the program" in output
    assert "Verified: 1 confirmed." in output
    code, output = repository.run("--hook-stage", "manual")
    assert "Verified: 2 confirmed." in output
    repository.stage("new file.py", CLEAN)
    repository.stage("study.ipynb", notebook(CLEAN))
    code, output = repository.run("--hook-stage", "manual")
    assert (code, "Passed" in output) == (0, True), output
