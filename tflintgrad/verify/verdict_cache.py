"""The verdict cache: verdicts of programs that did not change.

A verdict depends on the program, the modules and data files that it read, the versions, the device,
and the code of `verify`. The first and the last three make the key; the files stand in the entry
with their digests, and an entry whose files have changed is not used.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tflintgrad import limits
from tflintgrad._version import __version__
from tflintgrad.diagnostics import Finding, Verification
from tflintgrad.engine.cache.json_guards import MALFORMED
from tflintgrad.engine.cache.serialization import pack_verification, unpack_verification
from tflintgrad.engine.cache.storage import CacheStore
from tflintgrad.verify.file_digest import digest_of
from tflintgrad.verify.program_runs import Options

_PART = "verify"


class VerdictCache:
    """Verdicts by key, in a file each."""

    def __init__(self, folder: Path) -> None:
        self._store = CacheStore(str(folder), _PART)

    def get(self, key: str) -> list[Verification] | None:
        """Return the verdicts under a key, if every file that they depend on is the same."""
        name = _name(key)
        try:
            own, files, verifications = self._store.read_json(name)
            if own != key or any(digest_of(path) != digest for path, digest in files.items()):
                return None
            found = [unpack_verification(item) for item in verifications]
        except MALFORMED:
            return None
        self._store.touch(name)
        return found

    def put(self, key: str, verifications: list[Verification], files: dict[str, str]) -> None:
        """Save verdicts with the digests of the files that they depend on, if that is possible."""
        entry = [key, files, [pack_verification(item) for item in verifications]]
        self._store.write_json(_name(key), entry)
        self._store.trim(limits.MAX_CACHED_VERDICTS)


def _name(key: str) -> str:
    return f"{key}.json"


def key_of(
    path: str, text: str, findings: tuple[Finding, ...], device: str, options: Options
) -> str:
    """Return the key of a program's verdicts: a digest of everything but the files it reads."""
    claims = [(f.code, f.span, f.effect, f.raises, f.queries, f.programs) for f in findings]
    parts = [_versions(), device, repr(options), os.path.realpath(path), repr(claims), text]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


@functools.cache
def _versions() -> str:
    versions = [__version__, platform.python_version(), _own_code()]
    versions += [_version(package) for package in ("tensorflow", "keras", "tf_keras", "numpy")]
    return " ".join(versions)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "-"


def _own_code() -> str:
    """Return a digest of the code and the limits that verdicts depend on."""
    own = hashlib.sha256()
    for file in (*sorted(Path(__file__).parent.rglob("*.py")), Path(limits.__file__)):
        own.update(file.read_bytes())
    return own.hexdigest()
