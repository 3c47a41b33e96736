"""The side that tests use: starts the server, hands it programs, reads outcomes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.judge.memory import Memory
from tests.judge.outcome import Outcome, outcome_from_json

REPOSITORY = Path(__file__).resolve().parents[2]
QUIET_CPU = {
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "CUDA_VISIBLE_DEVICES": "-1",
    "KERAS_BACKEND": "tensorflow",
}


class JudgeError(Exception):
    """The judge itself failed; says nothing about the program."""


class Judge:
    """One TensorFlow import, many programs. Use as a context manager.

    With a `memory`, programs whose outcome is known from an earlier run are not executed again.
    """

    def __init__(self, timeout: float = 60.0, memory: Memory | None = None) -> None:
        self.timeout = timeout
        self._memory = memory
        self._server: subprocess.Popen[str] | None = None
        self._count = 0

    def __enter__(self) -> Judge:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            assert server.stdin is not None
            server.stdin.close()
            try:
                server.wait(timeout=10)
            except subprocess.TimeoutExpired:
                server.kill()

    def run(self, source: str, timeout: float | None = None) -> Outcome:
        """Run a program given as text and observe its gradient queries."""
        answer = self._memory.recall(source) if self._memory is not None else None
        if answer is None:
            answer = self._execute(source, self.timeout if timeout is None else timeout)
            if self._memory is not None:
                self._memory.keep(source, answer)
        return outcome_from_json(answer)

    def _execute(self, source: str, timeout: float) -> dict[str, Any]:
        server = self._running_server()
        assert server.stdin is not None
        assert server.stdout is not None
        self._count += 1
        with tempfile.TemporaryDirectory(prefix="judge-") as folder:
            # AutoGraph reads the source again, so the program must be a real file.
            program = Path(folder).resolve() / f"program_{self._count}.py"
            program.write_text(source, encoding="utf-8")
            request = json.dumps({"program": str(program), "timeout": timeout})
            server.stdin.write(request + "\n")
            server.stdin.flush()
            answer = server.stdout.readline()
        if not answer:
            self._server = None
            raise JudgeError(f"the judge's server ended with exit code {server.wait()}")
        outcome: dict[str, Any] = json.loads(answer)
        return outcome

    def _running_server(self) -> subprocess.Popen[str]:
        if self._server is None:
            self._server = subprocess.Popen(
                [sys.executable, "-W", "ignore", "-m", "tests.judge.server"],
                cwd=REPOSITORY,
                env={**os.environ, **QUIET_CPU},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
            assert self._server.stdout is not None
            if self._server.stdout.readline() != "ready\n":
                code = self._server.wait()
                self._server = None
                raise JudgeError(f"TensorFlow could not be imported (server exit code {code})")
        return self._server
