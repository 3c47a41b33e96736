"""A cache of outcomes: the same program on the same TensorFlow has the same outcome.

Re-running the suite while the linter changes then costs no TensorFlow at all. The key covers all
that an outcome depends on: the program (of a project all its files), the versions, the judge's own
code, and the code that observes the program.
"""

from __future__ import annotations

import hashlib
import json
import platform
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import tflintgrad.verify
from tests.support.judge.outcome import Outcome, outcome_from_json

JUDGED_BY = ("tensorflow", "keras", "numpy")


class Memory:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._judge = hashlib.sha256()
        for part in [platform.python_version(), *map(_version, JUDGED_BY)]:
            self._judge.update(f"{part}\n".encode())
        verify = Path(tflintgrad.verify.__file__).parent
        observing = [verify / "protocol.py", *verify.glob("inside/*.py")]
        for source in sorted([*observing, *Path(__file__).parent.glob("*.py")]):
            self._judge.update(source.read_bytes())

    def recall(self, program: str) -> Outcome | None:
        try:
            return outcome_from_json(json.loads(self._file(program).read_text(encoding="utf-8")))
        except (OSError, ValueError):
            return None

    def keep(self, program: str, outcome: Outcome) -> None:
        # The machine may cause time-outs and crashed processes, so these are not cached.
        died = outcome.raised is not None and outcome.raised.bases == ("ProcessDied",)
        if outcome.timed_out or died:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        self._file(program).write_text(json.dumps(asdict(outcome)), encoding="utf-8")

    def _file(self, program: str) -> Path:
        key = self._judge.copy()
        key.update(program.encode())
        return self._folder / f"{key.hexdigest()[:32]}.json"


def project_key(root: Path, entry: Path) -> str:
    """Return the text of a project for the cache key: its entry point and all files."""
    lines = [f"project, run from {entry.relative_to(root).as_posix()}"]
    for path in sorted(root.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            lines.append(f"{path.relative_to(root).as_posix()} {digest}")
    return "\n".join(lines)


def _version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"no {package}"
