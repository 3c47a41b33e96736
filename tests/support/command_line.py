"""Run the command line as a user does: in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def tflintgrad(
    *arguments: str | Path,
    stdin: bytes = b"",
    cwd: Path | None = None,
    environment: dict[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run the command and return the finished process, with its output as text."""
    finished = subprocess.run(
        [sys.executable, "-m", "tflintgrad", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env=environment,
        timeout=120,
        check=False,
    )
    return subprocess.CompletedProcess(
        finished.args,
        finished.returncode,
        finished.stdout.decode(),
        finished.stderr.decode(),
    )
