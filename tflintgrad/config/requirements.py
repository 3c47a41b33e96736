"""The TensorFlow version that a project requires, by its own files: a pin in `requirements.txt`.

Only a pin below the newest table counts. A requirement without an upper bound says nothing, and
neither does a version that has the newest table anyway.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Final

from tflintgrad import limits
from tflintgrad.source.files import Unreadable, read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tflintgrad.config.config_layers import ConfigLayer

#: Files that name packages, by their names in small letters; `requirements/` holds more of them.
_FILE: Final = re.compile(
    r"readme(?:\.(?:md|rst|txt))?|\.travis\.yml|tox\.ini|setup\.(?:py|cfg)|pyproject\.toml|pipfile|dockerfile|(?:requirements?|env|environment)[\w.-]*\.(?:txt|in|ya?ml)"
)
#: What a README says of versions: "TensorFlow 2.3", "Keras v2.2.4", "tensorflow-gpu (1.13)".
_README: Final = re.compile(r"readme\b", re.IGNORECASE)
_IN_PROSE: Final = re.compile(
    r"(?<![\w.-])(?P<name>tensorflow(?:[-_](?:gpu|cpu))?|keras)"
    r"(?:`|\*\*|-|:|[ \t]|\(|==?|v(?=\d)|version)*(?P<bounds>\d+\.[\dx]+)"
    r"(?![\w.]*[ \t]*(?:\+|(?:or|and)[ \t](?:newer|later|higher|above|greater|up)))",
    re.IGNORECASE,
)
_FOLDER: Final = "requirements"
KEY: Final = "tensorflow-version"

#: A requirement: `tensorflow-gpu[and-cuda]>=2.3,<2.5`, `tensorflow = "~2.8"`, `- tensorflow=2.10`.
_REQUIREMENT: Final = re.compile(
    r"(?<![\w./-])(?P<name>tensorflow(?:[-_](?:gpu|cpu|macos|intel|rocm))?|keras)"
    r"[ \t]*(?:\[[\w, -]{0,40}\])?[ \t]*\(?"
    r"(?:=[ \t]*(?:\{[ \t]*version[ \t]*=[ \t]*)?(?P<quote>[\"']))?"
    r"(?P<bounds>[ \t]*(?:[=<>~!^]{1,3}[ \t]*)?\d[\w.*]{0,20}"
    r"(?:[ \t]*,[ \t]*[=<>~!^]{1,3}[ \t]*\d[\w.*]{0,20}){0,5})",
    re.IGNORECASE,
)
#: The package of Keras 2 beside a newer TensorFlow.
_KERAS_2: Final = re.compile(r"(?<![\w./-])tf[-_]keras(?![\w.-])", re.IGNORECASE)
#: An image of TensorFlow, `tensorflow/tensorflow:2.3.0-gpu`; one of Python, or Python itself, for
#: which there is no TensorFlow with Keras 3: `FROM python:3.7`, `- python=3.7`.
_IMAGE: Final = re.compile(r"tensorflow/tensorflow:(\d+\.\d+)")
_OLD_PYTHON: Final = re.compile(r"^(?:FROM|\s*-)\s+[\"']?python(?::|={1,2})3\.[0-8](?!\d)")
_BOUND: Final = re.compile(r"([=<>~!^]{0,3})[ \t]*(\d+)(?:\.(\d+))?(?:\.(\d+))?")
#: Keras 3 came with TensorFlow 2.16.
_LAST_WITH_KERAS_2: Final = (2, 15)


def required_version(folder: str) -> ConfigLayer | None:
    """Return the pin of a folder's own files, as configuration with the lowest precedence."""
    try:
        names = os.listdir(folder)
    except OSError:
        return None
    if "__init__.py" in names and "requirements.txt" not in names:
        return None  # a package, not the root of a project
    for path in _files(folder, names):
        found = _pin(path)
        if found is not None:
            return _layer(path, folder, *found)
    return None


def _files(folder: str, names: list[str]) -> list[str]:
    """Return the files that name packages: `requirements.txt` first, few of them in all."""
    found = [os.path.join(folder, name) for name in names if _FILE.fullmatch(name.lower())]
    found.sort(key=lambda path: (_is_readme(path), not path.endswith("requirements.txt"), path))
    if _FOLDER in names:
        for inner, folders, files in os.walk(os.path.join(folder, _FOLDER)):
            folders[:] = [] if inner.count(os.sep) > folder.count(os.sep) + 1 else sorted(folders)
            found += [os.path.join(inner, name) for name in sorted(files) if _names_packages(name)]
    found.sort(key=_is_readme)
    return [path for path in found[: limits.MAX_REQUIREMENT_FILES] if os.path.isfile(path)]


def _is_readme(path: str) -> bool:
    return _README.match(os.path.basename(path)) is not None


def _names_packages(name: str) -> bool:
    return name.endswith((".txt", ".in", ".yml", ".yaml"))


def _layer(path: str, folder: str, version: str, line: int) -> ConfigLayer:
    # Most runs find no pin, so they do not pay for this import.
    from tflintgrad.config.config_layers import ConfigLayer

    return ConfigLayer(path, folder, {KEY: version} if version else {}, {KEY: line})


def _pin(path: str) -> tuple[str, int] | None:
    """Return the version that a file requires and its line; empty: one with the newest table."""
    try:
        text = read_bytes(path, limits.MAX_CONFIGURATION_BYTES).decode(errors="replace")
    except Unreadable:
        return None
    limit = _limit_of_project(_versions_in_prose(text) if _is_readme(path) else text)
    if limit is None:
        return None
    from tflintgrad.knowledge.op_table import nearest_measured

    return nearest_measured(limit[0]), limit[1]


def _versions_in_prose(text: str) -> str:
    """Return the requirements that a README states, each on the line where it does."""
    return "\n".join(
        "; ".join(f"{found['name']}=={found['bounds']}" for found in _IN_PROSE.finditer(line))
        for line in text.splitlines()
    )


def _limit_of_project(text: str) -> tuple[tuple[int, int], int] | None:
    """Return the newest version of TensorFlow that the requirements allow, and its line."""
    newest: tuple[tuple[int, int], int] | None = None
    for name, bounds, line in _requirements(text):
        limit = _newest_allowed(bounds)
        if limit is None:
            continue
        if name == "keras" and limit[0] < 3:
            return _LAST_WITH_KERAS_2, line
        if name != "keras" and (newest is None or limit > newest[0]):
            newest = (limit, line)
    return newest


def _requirements(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield the package, the bounds and the line of each requirement."""
    for number, line in enumerate(text.splitlines(), start=1):
        code = line.partition("#")[0]
        if _OLD_PYTHON.match(code):
            yield "keras", "<3", number
        if "tensorflow" not in code.lower() and "keras" not in code.lower():
            continue
        if _KERAS_2.search(code):
            yield "keras", "<3", number
        for image in _IMAGE.finditer(code):
            yield "tensorflow", f"=={image[1]}", number
        for found in _REQUIREMENT.finditer(code):
            bounds = found["bounds"].strip()
            if found["quote"] is not None or not bounds[0].isdigit():
                yield found["name"].lower(), bounds, number


def _newest_allowed(bounds: str) -> tuple[int, int] | None:
    """Return the newest minor version that all bounds allow; None: there is no upper bound."""
    limits = [
        limit for found in _BOUND.finditer(bounds) if (limit := _limit(*found.groups())) is not None
    ]
    return min(limits, default=None)


def _limit(sign: str, major: str, minor: str | None, patch: str | None) -> tuple[int, int] | None:
    version = (int(major), int(minor or 0))
    if sign in ("", "=", "==", "===", "<="):
        return version if minor is not None else (int(major), 999)
    if sign == "<":
        if patch not in (None, "0"):
            return version
        return (version[0], version[1] - 1) if version[1] else (version[0] - 1, 999)
    if sign == "~" or (sign == "~=" and patch is not None):
        return version if minor is not None else (int(major), 999)
    if sign in ("~=", "^"):
        return (int(major), 999)
    return None
