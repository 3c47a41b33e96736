"""Helpers that the tests of pre-commit and of continuous integration share."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support import git_repositories
from tests.support.paths import ROOT

# The scripts are for bash, and so are these tests.
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="needs bash")


def installed(folder: Path) -> Path:
    """Write a command `tflintgrad` into this folder that runs the tested code."""
    folder.mkdir()
    command = folder / "tflintgrad"
    command.write_text(
        f"#!/bin/sh\nPYTHONPATH={shlex.quote(str(ROOT))}:$PYTHONPATH\nexport PYTHONPATH\n"
        f'exec {shlex.quote(sys.executable)} -m tflintgrad "$@"\n'
    )
    command.chmod(0o755)
    return command


def environment(path: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return this environment with the folder first on PATH and without git's variables."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {**ours, "PATH": f"{path}{os.pathsep}{ours['PATH']}", **(more or {})}


def git(folder: Path, *arguments: str) -> None:
    git_repositories.git(folder, *arguments, environment=environment(folder))


def validate(schema: str, *files: Path) -> None:
    """Assert that check-jsonschema accepts these files."""
    finished = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *files],
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout
