"""Git repositories that tests make."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

#: A fixed author, whatever git's settings on this machine are.
_IDENTITY = ("user.name=n", "user.email=e@example.org", "commit.gpgsign=false")


def git(folder: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> str:
    settings = [word for item in _IDENTITY for word in ("-c", item)]
    finished = subprocess.run(
        ["git", *settings, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return finished.stdout


def commit(folder: Path, message: str = "m") -> None:
    """Commit all files."""
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", message)


def branched(folder: Path) -> None:
    """Make a repository of a folder, with all that is there on `main`, and go to a branch."""
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder)
    git(folder, "checkout", "--quiet", "-b", "topic")
