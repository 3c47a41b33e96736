"""The files that `tflintgrad init` writes or extends."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

import click

from tflintgrad import limits
from tflintgrad._version import __version__
from tflintgrad.config.files import FILES, PYPROJECT, layer_in_folder, parse_toml
from tflintgrad.frontends.cli.phrases import relative
from tflintgrad.project.symlinks import leads_out_of_project
from tflintgrad.source.atomic_write import WriteError, write_atomically
from tflintgrad.source.files import Unreadable, read_bytes

HOOKS = ".pre-commit-config.yaml"
_REPOSITORY = "https://github.com/tflintgrad/tflintgrad"
_SETTINGS = f"""\
# All keys: {_REPOSITORY}/blob/main/docs/configuration.md
# `tflintgrad config` shows the settings in force.
extend-select = []    # ["TFG9"] also reports what costs memory and time
ignore = []           # rules not to report: codes, prefixes or names
extend-exclude = []   # files and folders to skip, such as "legacy" or "docs/*.py"
"""


class NotPossible(Exception):
    """A step that is not taken; the message gives the reason, and what to do by hand."""


class Step(NamedTuple):
    """One file to write: its text before, which is empty for a new file, and after."""

    path: str
    before: str
    after: str

    @property
    def deed(self) -> str:
        """A word for what happens to the file."""
        return "Extended" if self.before else "Wrote"

    def diff(self) -> str:
        """Return the change as a unified diff."""
        from difflib import unified_diff

        old, new = (text.splitlines(keepends=True) for text in (self.before, self.after))
        return "".join(unified_diff(old, new, self.path if old else os.devnull, self.path))


def configuration(folder: str) -> Step:
    """Return the step that configures tflintgrad; raise NotPossible if a file does already."""
    for name in FILES:
        path = _path(folder, name)
        if os.path.lexists(path) and (name != PYPROJECT or layer_in_folder(folder) is not None):
            raise NotPossible(f"{path} configures tflintgrad already; it stays as it is")
    path = _path(folder, PYPROJECT)
    if not os.path.lexists(path):
        return Step(_path(folder, FILES[0]), "", _SETTINGS)
    before = _read(path)
    after = _extended(before, f"\n[tool.tflintgrad]\n{_SETTINGS}")
    parse_toml(after, path)  # a broken file is an error, and stays as it is
    return Step(path, before, after)


def hook(folder: str) -> Step:
    """Return the step that adds the hook; raise NotPossible if that takes a decision."""
    path = _path(folder, HOOKS)
    if not os.path.lexists(path):
        return Step(path, "", f"repos:\n{_entry('  ')}")
    before = _read(path)
    if "tflintgrad" in before:
        raise NotPossible(f"{path} has a hook of tflintgrad already; it stays as it is")
    indent = _indent_of_last_list(before)
    if indent is None:
        raise NotPossible(f"{path} does not end with its repos; add this to them:\n{_entry('  ')}")
    return Step(path, before, _extended(before, _entry(indent)))


def write(step: Step) -> None:
    """Write the file of a step."""
    if leads_out_of_project(step.path):
        raise click.ClickException(f"{step.path}: is a link that leads out of the project")
    try:
        write_atomically(step.path, step.after.encode())
    except WriteError as problem:
        raise click.ClickException(f"{step.path}: {problem}") from None


def _entry(indent: str) -> str:
    lines = (f"- repo: {_REPOSITORY}", f"  rev: {_revision()}", "  hooks:", "    - id: tflintgrad")
    return "".join(f"{indent}{line}\n" for line in lines)


def _revision() -> str:
    """Return the tag of this release; the main branch, if this was not installed from an index."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        released = distribution("tflintgrad").read_text("direct_url.json") is None
    except PackageNotFoundError:
        released = False
    return f"v{__version__}" if released else "main"


def _indent_of_last_list(text: str) -> str | None:
    """Return the indent of the items of `repos`, if that key is the last one; else None."""
    keys = re.findall(r"^[^\s#-].*$", text, re.MULTILINE)
    items = re.findall(r"^( *)- repo:", text, re.MULTILINE)
    if not keys or not items or not re.fullmatch(r"repos:\s*(?:#.*)?", keys[-1]):
        return None
    return str(items[-1]) if len(set(items)) == 1 else None


def _path(folder: str, name: str) -> str:
    return relative(os.path.join(folder, name))


def _read(path: str) -> str:
    try:
        return read_bytes(path, limits.MAX_CONFIGURATION_BYTES).decode()
    except (Unreadable, UnicodeDecodeError) as problem:
        raise click.ClickException(f"{path}: cannot be read: {problem}") from None


def _extended(text: str, more: str) -> str:
    """Return a text with more at its end, in its own kind of lines."""
    end = "\r\n" if "\r\n" in text else "\n"
    return text + ("" if text.endswith("\n") or not text else end) + more.replace("\n", end)
