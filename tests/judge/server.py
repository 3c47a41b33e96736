"""The process that imports TensorFlow once and forks a child per program.

Speaks JSON, one object per line: {"program": path, "timeout": seconds} in, an outcome out.
The parent never executes an op: children forked after that would hang in TensorFlow's thread pools.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import select
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from tests.judge.observe import run_program

MAX_OUTPUT = 4_000


def warm_up() -> Any:
    """Import what programs use, without executing an op; returns TensorFlow's context module."""
    with _quiet_stderr():
        return _import_tensorflow()


@contextlib.contextmanager
def _quiet_stderr() -> Iterator[None]:
    # TensorFlow's native start-up messages ignore Python's sys.stderr.
    saved, null = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
        os.close(null)


def _import_tensorflow() -> Any:
    tf: Any = importlib.import_module("tensorflow")
    importlib.import_module("keras")
    # tf.keras and its parts load on first use.
    for name in ("layers", "losses", "metrics", "optimizers", "models", "backend", "ops"):
        getattr(tf.keras, name)
    return importlib.import_module("tensorflow.python.eager.context")


def parent_is_clean(context: Any) -> bool:
    return context.context_safe() is None or not context.context()._initialized


def judge(program: str, timeout: float) -> dict[str, Any]:
    data = run_in_child(program, timeout, numbers_when_traced=False)
    if data["raised"] is None and data["queries"] and not data["timed_out"]:
        results = data["queries"][-1]["results"]
        if any(result["kind"] == "symbolic" for result in results):
            # Numbers of a traced query need one more op in the graph, which XLA refuses: try, and
            # believe the second run only when it ended like the first.
            again = run_in_child(program, timeout, numbers_when_traced=True)
            if again["raised"] is None and not again["timed_out"]:
                return again
    return data


def run_in_child(program: str, timeout: float, numbers_when_traced: bool) -> dict[str, Any]:
    output = Path(program).with_suffix(".out")
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        _be_child(program, output, writer, numbers_when_traced)
    os.close(writer)
    data, timed_out = _read_until(reader, time.monotonic() + timeout)
    os.close(reader)
    if timed_out:
        os.killpg(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    outcome: dict[str, Any]
    if timed_out:
        outcome = {"queries": [], "raised": None, "timed_out": True}
    elif not data:
        message = f"the process died with wait status {status}"
        died = {"bases": ["ProcessDied"], "message": message, "line": None}
        outcome = {"queries": [], "raised": died, "timed_out": False}
    else:
        outcome = json.loads(data)
    text = output.read_text("utf-8", "replace") if output.exists() else ""
    outcome["output"] = text[-MAX_OUTPUT:]
    return outcome


def _be_child(program: str, output: Path, writer: int, numbers_when_traced: bool) -> None:
    code = 1
    try:
        os.setsid()
        null = os.open(os.devnull, os.O_RDONLY)
        captured = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(null, 0)
        os.dup2(captured, 1)
        os.dup2(captured, 2)
        sys.stdout = os.fdopen(1, "w", closefd=False)
        sys.stderr = os.fdopen(2, "w", closefd=False)
        outcome = run_program(program, numbers_when_traced)
        sys.stdout.flush()
        sys.stderr.flush()
        with os.fdopen(writer, "w") as pipe:
            json.dump(outcome, pipe)
        code = 0
    finally:
        # No clean-up of a process whose threads live in the parent.
        os._exit(code)


def _read_until(reader: int, deadline: float) -> tuple[bytes, bool]:
    chunks: list[bytes] = []
    while True:
        ready, _, _ = select.select([reader], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return b"", True
        chunk = os.read(reader, 1 << 16)
        if not chunk:
            return b"".join(chunks), False
        chunks.append(chunk)


def serve(requests: TextIO, answers: TextIO) -> None:
    context = warm_up()
    answers.write("ready\n")
    answers.flush()
    for line in requests:
        if not parent_is_clean(context):
            raise RuntimeError("the judge's parent process has executed a TensorFlow op")
        request = json.loads(line)
        answers.write(json.dumps(judge(request["program"], request["timeout"])) + "\n")
        answers.flush()


if __name__ == "__main__":
    serve(sys.stdin, sys.stdout)
