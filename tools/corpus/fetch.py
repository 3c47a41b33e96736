"""Fetch the repositories of the corpus at their commits: `python -m tools.corpus.fetch FOLDER`."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from tools.corpus.repositories import Repository, read_repositories

HERE = Path(__file__).resolve().parent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--repositories", type=Path, default=HERE / "repositories.toml")
    parser.add_argument("--host", default="https://github.com", help="where owner/name.git lies")
    options = parser.parse_args()
    failed = [
        repository.name
        for repository in read_repositories(options.repositories).values()
        if not fetch(repository, options.folder, options.host)
    ]
    for name in failed:
        print(f"corpus: {name}: could not be fetched", file=sys.stderr)
    return 1 if failed else 0


def fetch(repository: Repository, folder: Path, host: str) -> bool:
    """Check the commit out into `owner+name`, without history; True if it is there."""
    target = folder / repository.name.replace("/", "+")
    target.mkdir(parents=True, exist_ok=True)
    if _git(target, "rev-parse", "--verify", "--quiet", f"{repository.commit}^{{commit}}"):
        return _git(target, "checkout", "--quiet", repository.commit)
    url = f"{host}/{repository.name}.git"
    return (
        _git(target, "init", "--quiet")
        and _git(target, "fetch", "--quiet", "--depth", "1", url, repository.commit)
        and _git(target, "checkout", "--quiet", repository.commit)
    )


def _git(folder: Path, *arguments: str) -> bool:
    # Its own folder, even inside another repository.
    command = ["git", f"--git-dir={folder / '.git'}", f"--work-tree={folder}", *arguments]
    return subprocess.run(command, cwd=folder, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
