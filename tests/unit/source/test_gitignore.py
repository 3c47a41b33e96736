"""What git ignores, compared with git itself."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tflintgrad.source.gitignore import Gitignores

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

#: Nobody's own configuration takes part.
ALONE = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


def git(folder: Path, *arguments: str, stdin: bytes = b"") -> bytes:
    finished = subprocess.run(
        ["git", "-C", str(folder), *arguments],
        input=stdin,
        capture_output=True,
        env=ALONE,
        check=False,
    )
    assert finished.returncode in (0, 1), finished.stderr
    return finished.stdout


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repository")
    git(folder, "init", "--quiet")
    return folder


def fill(folder: Path, paths: Iterable[str], patterns: Mapping[str, str]) -> None:
    """Exactly these files, and these `.gitignore` by folder (`.git`: those of the repository)."""
    for child in folder.iterdir():
        if child.name != ".git":
            shutil.rmtree(child) if child.is_dir() else child.unlink()
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        if not (folder / path).exists():
            (folder / path).write_text("")
    (folder / ".git" / "info" / "exclude").write_text("")
    for place, text in patterns.items():
        name = "info/exclude" if place == ".git" else ".gitignore"
        if (folder / place).is_dir():
            (folder / place / name).write_bytes(text.encode())


def entries(folder: Path) -> list[str]:
    found = (path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")))
    return [path for path in found if path.split("/")[0] != ".git"]


def ignored_by_git(folder: Path, paths: list[str]) -> set[str]:
    printed = git(
        folder, "check-ignore", "--no-index", "-z", "--stdin", stdin="\0".join(paths).encode()
    )
    return set(printed.decode().split("\0")) - {""}


def ignored(folder: Path, paths: list[str]) -> set[str]:
    """The same by our own lights: what lies in an ignored folder is ignored."""
    gitignores = Gitignores()
    found: set[str] = set()
    for path in paths:
        above, _, name = path.rpartition("/")
        here = gitignores.in_folder(
            os.path.join(folder, *above.split("/")) if above else str(folder)
        )
        if above in found or here.ignores(name, (folder / path).is_dir()):
            found.add(path)
    return found


PIECES = [
    *"aab.-/!#^] ",
    "*",
    "*",
    "**",
    "?",
    "**/",
    "/**",
    "/",
    "[",
    "[a",
    "[!a",
    "[^-b]",
    "[a-b]",
]
PIECES += [
    "[]a]",
    "[[:alpha:]]",
    "[[:x:]",
    "[[:",
    "[b-a]",
    "[+-9]",
    "\\",
    "\\*",
    "\\ ",
    "a/",
    "a*b",
]
PATTERN = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map("".join)
#: One pattern in a row, or many; with everything that a line can have around it.
LINE = st.one_of(PATTERN, PATTERN, PATTERN.map("!{}".format), PATTERN.map("/{}".format))
FILE = st.lists(LINE, min_size=1, max_size=6).flatmap(
    lambda lines: st.sampled_from(["\n", "\n", "\r\n"]).map(lambda end: end.join(lines))
)
NAME = st.one_of(
    st.sampled_from(
        ["a", "b", "aa", "ab", "ba", "abab", "a.b", "a-b", "-", "]", "!a", "#a", "a b"]
    ),
    st.text("ab.-", min_size=1, max_size=4).filter(lambda name: name.strip(".") != ""),
)
PATHS = st.lists(st.lists(NAME, min_size=1, max_size=4).map("/".join), min_size=1, max_size=8)
WHERE = st.sampled_from(["", "", "a", "b", "a/b", ".git"])


@settings(max_examples=120, deadline=None)
@given(PATHS, st.dictionaries(WHERE, FILE, min_size=1, max_size=3))
@example(["a/x/b", "ax/y/b"], {"": "a**/b"})
@example(["a/b", "a/c"], {"": "*\n!a/\n!b\n", "a": "!c\n"})
@example(["a/b", "c/a/b"], {"": "a/b"})
@example(["build/x", "src/build/x"], {"": "/build/"})
@example(["a ", "a"], {"": "a\\ \n"})
@example(["a"], {"": "\ufeffa\n"})
def test_as_git_says(repository: Path, paths: list[str], patterns: dict[str, str]) -> None:
    clear = [path for path in paths if not any(other.startswith(f"{path}/") for other in paths)]
    fill(repository, clear, patterns)
    there = entries(repository)
    assert ignored(repository, there) == ignored_by_git(repository, there)
