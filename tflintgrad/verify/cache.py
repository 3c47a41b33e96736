"""Verdicts of unchanged programs: the same text on the same TensorFlow has the same answer.

What a verdict depends on is the program, the modules and data files it read, the versions, the
device, and our own code. The first and the last three make the key; the files are written down
beside the answer with their digests, and an answer whose files have changed is not used.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import platform
import tempfile
from collections.abc import Mapping
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from tflintgrad import __version__
from tflintgrad.findings import Finding, Verification
from tflintgrad.settings import CACHE_FOLDER
from tflintgrad.sources.projects import ROOT_MARKS
from tflintgrad.verify.digests import digest_of
from tflintgrad.verify.subject import Options


class Cache:
    def __init__(self, folder: Path) -> None:
        self._folder = folder / "verify"

    def recall(self, key: str) -> list[Verification] | None:
        """What was found out before, if every file that took part is what it was."""
        try:
            entry = json.loads((self._folder / f"{key}.json").read_text(encoding="utf-8"))
            files: Mapping[str, str] = entry["files"]
            if any(digest_of(path) != digest for path, digest in files.items()):
                return None
            return [_verification(item) for item in entry["verifications"]]
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, key: str, verifications: list[Verification], files: dict[str, str]) -> None:
        """Written beside and moved into place: a reader never sees half of it."""
        entry = {"files": files, "verifications": [asdict(v) for v in verifications]}
        with contextlib.suppress(OSError):  # a read-only project is verified all the same
            # Only what we made ourselves is hidden from git: any folder can be configured.
            made = not self._folder.parent.exists()
            self._folder.mkdir(parents=True, exist_ok=True)
            if made:
                (self._folder.parent / ".gitignore").write_text("*\n", encoding="utf-8")
            handle, name = tempfile.mkstemp(dir=self._folder)
            with open(handle, "w", encoding="utf-8") as file:
                json.dump(entry, file)
            os.replace(name, self._folder / f"{key}.json")


def _verification(data: dict[str, Any]) -> Verification:
    return Verification(**{**data, "seeds": tuple(data["seeds"])})


def default_folder(start: Path) -> Path:
    """Beside the project's configuration, like other tools' caches."""
    for folder in (start, *start.parents):
        if any((folder / mark).exists() for mark in ROOT_MARKS):
            return folder / CACHE_FOLDER
    return start / CACHE_FOLDER


def key_of(
    path: str, text: str, findings: tuple[Finding, ...], device: str, options: Options
) -> str:
    stated = [(f.code, f.span, f.effect, f.raises, f.queries, f.programs) for f in findings]
    parts = [_surroundings(), device, repr(options), os.path.realpath(path), repr(stated), text]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


@functools.cache
def _surroundings() -> str:
    versions = [__version__, platform.python_version(), _own_code()]
    versions += [_version(package) for package in ("tensorflow", "keras", "tf_keras", "numpy")]
    return " ".join(versions)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "-"


def _own_code() -> str:
    """A judge that changed judges anew."""
    own = hashlib.sha256()
    for file in sorted(Path(__file__).parent.rglob("*.py")):
        own.update(file.read_bytes())
    return own.hexdigest()
