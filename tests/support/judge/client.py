"""The interface for tests: runs programs with the runner of `tflintgrad verify`.

The judges of `verify` are not used: programs run unchanged to their end, and only TensorFlow's
results count.
"""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

from tests.support.judge.memory import Memory, project_key
from tests.support.judge.outcome import Outcome, Query, Raised, Result
from tflintgrad.verify import sandbox
from tflintgrad.verify.protocol import Gradient, ObservedQuery, Report, Request, UserLine
from tflintgrad.verify.runner_client import Runner

#: Programs are given as text; there is no such folder.
FOLDER = "/judged"
PROGRAM = f"{FOLDER}/program.py"
MAX_VALUES = 20_000


class Judge:
    """One TensorFlow import, many programs. Use as a context manager.

    With a `memory`, programs whose outcome is known from an earlier run are not executed again.
    """

    def __init__(self, timeout: float = 60.0, memory: Memory | None = None) -> None:
        self.timeout = timeout
        self._memory = memory
        self._runner: Runner | None = None

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        runner, self._runner = self._runner, None
        if runner is not None:
            runner.close()

    def run(self, source: str, timeout: float | None = None) -> Outcome:
        """Run a program given as text and observe its gradient queries."""
        return self._outcome(source, Request(PROGRAM, source, FOLDER), timeout)

    def run_project(self, root: Path, entry: Path, timeout: float | None = None) -> Outcome:
        """Run a file in the folder where its modules are; queries in any of them are observed."""
        module = _module_name(entry)
        request = Request(str(entry), None, str(root), module)
        return self._outcome(project_key(root, entry), request, timeout)

    def _outcome(self, key: str, request: Request, timeout: float | None) -> Outcome:
        outcome = self._memory.recall(key) if self._memory is not None else None
        if outcome is None:
            seconds = self.timeout if timeout is None else timeout
            outcome = self._execute(replace(request, max_values=MAX_VALUES, timeout=seconds))
            if self._memory is not None:
                self._memory.keep(key, outcome)
        return outcome

    def _execute(self, request: Request) -> Outcome:
        report, in_time = self._report(request)
        traced = any(query.traced for query in report.queries)
        if in_time and (report.failure or (traced and report.raised is not None)):
            # The op that reports a traced gradient's numbers may itself have failed.
            report, in_time = self._report(replace(request, numbers_when_traced=False))
        return _outcome(report, in_time, request.root)

    def _report(self, request: Request) -> tuple[Report, bool]:
        """Return the report of a run, and whether it ended in time."""
        if self._runner is None:
            # The programs are our own, so they may run without a sandbox.
            self._runner = Runner(unsafe=not sandbox.probe().complete)
        start = time.monotonic()
        report = self._runner.run(request)
        return report, not report.failure or time.monotonic() - start < request.timeout


def _module_name(entry: Path) -> str:
    """Return the dotted name of a file inside a package, which its imports need."""
    parts = [entry.stem]
    folder = entry.parent
    while (folder / "__init__.py").exists():
        parts.insert(0, folder.name)
        folder = folder.parent
    return ".".join(parts) if len(parts) > 1 else ""


def _outcome(report: Report, in_time: bool, root: str) -> Outcome:
    if not in_time:
        return Outcome(queries=(), raised=None, timed_out=True)
    raised: Raised | None = None
    if report.failure:
        raised = Raised(("ProcessDied",), report.failure, None)
    elif report.raised is not None:
        seen = report.raised
        line = seen.lines[0].row if seen.lines else None
        file = _file(seen.lines[0], root) if seen.lines else ""
        raised = Raised(tuple(seen.bases), seen.message, line, file)
    answered = [query for query in report.queries if query.raised is None]
    answered.sort(key=lambda query: query.preceding)
    queries = tuple(_query(query, root) for query in answered)
    trained = [weight for weight in report.weights if weight.trainable]
    stuck = any(weight.moved for weight in trained) != all(weight.moved for weight in trained)
    stuck = stuck or any(weight.missing and not weight.moved for weight in trained)
    stuck = stuck or any(not any(w.moved for w in item.weights) for item in report.trainings)
    return Outcome(queries, raised, timed_out=False, stuck=stuck)


def _file(line: UserLine, root: str) -> str:
    if not line.filename or line.filename == PROGRAM:
        return ""
    # An entry that puts "../src" onto the path gives its modules that name.
    return os.path.relpath(os.path.normpath(line.filename), root)


def _query(seen: ObservedQuery, root: str) -> Query:
    method = "tf.gradients" if seen.method == "gradients" else f"tape.{seen.method}"
    results = tuple(_result(gradient.latest or gradient) for gradient in seen.gradients)
    return Query(method, seen.line.row, results, _file(seen.line, root))


def _result(gradient: Gradient) -> Result:
    values = gradient.values
    if gradient.imaginary:
        pairs = zip(gradient.values, gradient.imaginary, strict=True)
        values = [part for pair in pairs for part in pair]
    shape = gradient.shape
    known = None if shape is None else tuple(None if size < 0 else size for size in shape)
    return Result(gradient.kind, known, tuple(values))
