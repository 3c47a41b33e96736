"""A process that is killed while it writes leaves the old file or the new one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

OLD, NEW = b"old = 1\n" * 1000, b"new = 2\n" * 1500
#: Write a file; kill the process before or after the named function was called.
SCRIPT = """
import os, shutil, signal, sys, tempfile
from tflintgrad.source.atomic_write import write_atomically

module, name, when, path = sys.argv[1:]
owner = {"os": os, "shutil": shutil, "tempfile": tempfile}[module]
function = getattr(owner, name)

def deadly(*arguments, **options):
    if when == "after":
        function(*arguments, **options)
    os.kill(os.getpid(), signal.SIGKILL)

setattr(owner, name, deadly)
write_atomically(path, b"new = 2\\n" * 1500)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(
    "step", ["tempfile.mkstemp", "os.fdopen", "os.fsync", "shutil.copymode", "os.replace"]
)
def test_old_or_new(tmp_path: Path, step: str, when: str) -> None:
    target = tmp_path / "program.py"
    target.write_bytes(OLD)
    command = [sys.executable, "-c", SCRIPT, *step.split("."), when, str(target)]
    assert subprocess.run(command, check=False).returncode == -9
    is_done = (step, when) == ("os.replace", "after")
    assert target.read_bytes() == (NEW if is_done else OLD)
