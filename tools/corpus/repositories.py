"""Which repositories the corpus consists of, at which commits, and where they lie here."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tools.corpus.toml import BadFile, check_keys, tables


@dataclass(frozen=True, slots=True)
class Repository:
    name: str
    """`owner/name`, as GitHub has it."""
    commit: str
    without: tuple[str, ...] = ()
    """Files that are left out."""
    tuned_on: bool = True
    """The analysis was corrected after what it reported here."""


def read_repositories(path: Path) -> dict[str, Repository]:
    found: dict[str, Repository] = {}
    for where, table in tables(path, "repository"):
        check_keys(where, table, ("name", "commit"), {"without": list, "tuned_on": bool})
        repository = Repository(
            table["name"],
            table["commit"],
            tuple(map(str, table.get("without", ()))),
            table.get("tuned_on", True),
        )
        if repository.name in found:
            raise BadFile(f"{where}: {repository.name} is there already")
        found[repository.name] = repository
    return found


def locations(arguments: Iterable[str], known: dict[str, Repository]) -> dict[str, Path]:
    """Return the folders of repositories: NAME=FOLDER, or folders with one subfolder each."""
    found: dict[str, Path] = {}
    for argument in arguments:
        name, is_named, folder = argument.partition("=")
        if is_named and name in known:
            if not Path(folder).is_dir():
                raise BadFile(f"{folder}: there is no such folder")
            found[name] = Path(folder)
        elif Path(argument).is_dir():
            below = _below(Path(argument), known)
            if not below:
                raise BadFile(
                    f"{argument}: has none of the repositories, such as {_an_example(known)}"
                )
            found |= below
        elif is_named:
            raise BadFile(f"{argument}: there is no repository {name!r} in the list")
        else:
            raise BadFile(f"{argument}: there is no such folder")
    return {name: found[name] for name in known if name in found}


def _below(folder: Path, known: dict[str, Repository]) -> dict[str, Path]:
    """Return the subfolders of repositories: `owner/name`, `owner+name` or just `name`."""
    found = {}
    for name in known:
        for spelling in (name, name.replace("/", "+"), name.rpartition("/")[2]):
            if (folder / spelling).is_dir():
                found[name] = folder / spelling
                break
    return found


def _an_example(known: dict[str, Repository]) -> str:
    return next(iter(known), "owner/name").replace("/", "+")


def check_commit(folder: Path, repository: Repository) -> None:
    """Raise an error if another commit is checked out, which would make the comparison wrong.

    A folder without git history is accepted.
    """
    command = ["git", "--git-dir", str(folder / ".git"), "rev-parse", "HEAD"]
    try:
        finished = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    except OSError:  # no git
        return
    commit, wanted = finished.stdout.strip(), repository.commit
    if finished.returncode == 0 and commit != wanted:
        raise BadFile(f"{folder}: is at {commit[:12]}, the list is about {wanted[:12]}")
