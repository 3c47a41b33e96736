"""Verdicts of unchanged programs: the same text on the same TensorFlow has the same answer.

What a verdict depends on is the program, the modules and data files it read, the versions, the
device, and our own code. The first and the last three make the key; the files are written down
beside the answer with their digests, and an answer whose files have changed is not used.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tflintgrad import limits
from tflintgrad._version import __version__
from tflintgrad.diagnostics import Finding, Verification
from tflintgrad.engine.cache import storage as kept
from tflintgrad.engine.cache.json_guards import MALFORMED, parse
from tflintgrad.engine.cache.serialization import pack_verification, unpack_verification
from tflintgrad.verify.file_digest import digest_of
from tflintgrad.verify.program_runs import Options

_PART = "verify"


class Cache:
    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)

    def recall(self, key: str) -> list[Verification] | None:
        """What was found out before, if every file that took part is what it was."""
        name = _name(key)
        try:
            own, files, verifications = parse(kept.read(self._folder, _PART, name) or "")
            if own != key or any(digest_of(path) != digest for path, digest in files.items()):
                return None
            found = [unpack_verification(item) for item in verifications]
        except MALFORMED:
            return None
        kept.touch(self._folder, _PART, name)
        return found

    def keep(self, key: str, verifications: list[Verification], files: dict[str, str]) -> None:
        """A read-only project is verified all the same."""
        entry = [key, files, [pack_verification(item) for item in verifications]]
        kept.write(self._folder, _PART, _name(key), json.dumps(entry))
        kept.trim(self._folder, _PART, limits.MAX_CACHED_VERDICTS)


def _name(key: str) -> str:
    return f"{key}.json"


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
