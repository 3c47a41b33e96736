"""A project's modules never run outside the sandbox, and git starts no program it names."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.sandboxed_child import needs_sandbox
from tests.support.small_programs import NUMPY_ESCAPE

#: What tflintgrad, libcst and TensorFlow import, or look for.
IMPORTED = ("click", "libcst", "tomllib", "json", "difflib", "pandas", "scipy", "h5py", "jax")


@pytest.fixture
def marker(tmp_path: Path) -> Path:
    """A file outside the project that hostile code creates when it runs."""
    return tmp_path / "it-ran"


@pytest.fixture
def project(tmp_path: Path, marker: Path) -> Path:
    """A project with a finding, and with modules named like libraries."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "pyproject.toml").write_text("")
    (folder / "train.py").write_text(NUMPY_ESCAPE)
    for name in IMPORTED:
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(f"open({str(marker)!r}, 'a').write({name!r})\n")
    return folder


def start(project: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=project,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def test_module_in_a_hostile_folder(project: Path, marker: Path) -> None:
    # `python -m` looks in the current folder first, and finds tflintgrad behind it.
    finished = start(project, "-m", "tflintgrad", "check", "train.py", PYTHONPATH=str(ROOT))
    assert "TFG201" in finished.stdout
    assert not marker.exists()


@pytest.mark.parametrize("path", [".", "", "{project}"])
def test_command_with_the_project_on_the_path(project: Path, marker: Path, path: str) -> None:
    path = os.pathsep.join((path.format(project=project), str(ROOT)))
    script = "from tflintgrad.frontends.cli import main; main()"
    finished = start(project, "-c", script, "check", "train.py", PYTHONPATH=path)
    assert "TFG201" in finished.stdout, finished.stderr
    assert not marker.exists()


@pytest.mark.tensorflow
@needs_sandbox
def test_verify_imports_nothing_of_the_project(project: Path, marker: Path) -> None:
    path = os.pathsep.join((".", str(ROOT)))
    script = "from tflintgrad.frontends.cli import main; main()"
    finished = start(project, "-c", script, "verify", "train.py", PYTHONPATH=path)
    assert "confirmed" in finished.stdout, finished.stderr
    assert not marker.exists()


@pytest.mark.tensorflow
@needs_sandbox
def test_programs_find_modules_on_the_python_path(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "constants.py").write_text("FACTOR = 2.0\n")
    program = "from constants import FACTOR\n" + NUMPY_ESCAPE + "print(FACTOR)\n"
    (tmp_path / "train.py").write_text(program)
    path = os.pathsep.join(("lib", str(ROOT)))
    script = "from tflintgrad.frontends.cli import main; main()"
    finished = start(tmp_path, "-c", script, "verify", "train.py", PYTHONPATH=path)
    assert "confirmed by running the program" in finished.stdout, finished.stderr


def test_git_starts_nothing(project: Path, marker: Path) -> None:
    def git(*arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=project, check=True, capture_output=True)

    git("init", "--quiet")
    git("config", "user.name", "t")
    git("config", "user.email", "t@example.org")
    git("add", "train.py")
    git("commit", "--quiet", "--message", "start")
    (project / "train.py").write_text(NUMPY_ESCAPE.replace(".numpy()", ".numpy( )"))
    hostile = project.parent / "hostile.sh"
    hostile.write_text(f"#!/bin/sh\necho ran >> {marker}\ncat\n")
    hostile.chmod(0o755)
    (project / ".gitattributes").write_text("*.py diff=evil filter=evil\n")
    for key in (
        *("core.fsmonitor", "core.pager", "diff.external", "diff.evil.command"),
        *("diff.evil.textconv", "filter.evil.clean", "filter.evil.smudge", "pager.diff"),
    ):
        git("config", key, str(hostile))
    marker.unlink(missing_ok=True)
    finished = start(
        project,
        *("-m", "tflintgrad", "check", "--diff", "HEAD", "train.py"),
        PYTHONPATH=str(ROOT),
        GIT_EXTERNAL_DIFF=str(hostile),
    )
    assert "TFG201" in finished.stdout, finished.stderr
    assert not marker.exists()
