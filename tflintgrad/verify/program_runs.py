"""A program under judgement, and the runs made of it so far."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from tflintgrad import limits
from tflintgrad.diagnostics import Finding, Spot
from tflintgrad.project.module_resolver import Projects
from tflintgrad.source.decoding import decode
from tflintgrad.source.files import read_bytes
from tflintgrad.verify.protocol import ObservedQuery, Report, Request, RowRange


class Executor(Protocol):
    """An object that can execute a request: the client of the fork server, or a fake in tests."""

    def run(self, request: Request) -> Report:
        """Execute the request and return the worker's report."""


@dataclass(frozen=True, slots=True)
class Options:
    """The settings of `verify` that decide what runs."""

    timeout: float = 60.0
    jit: bool = False
    #: The first seed of the random numbers of programs and placeholders.
    seed: int = 0
    #: With how many seeds a finding is judged.
    draws: int = 1
    #: Along how many random directions a gradient is compared with finite differences.
    directions: int = 2
    #: The user's values for placeholders, by name.
    inputs: Mapping[str, Any] = field(default_factory=dict, hash=False)
    #: The TensorFlow version that the findings are for; paths are rebuilt for the same version.
    tensorflow_version: str = ""
    #: Lines of the op table about the project's own libraries.
    own_ops: str = ""

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds of the directions."""
        return tuple(range(self.seed + 1, self.seed + 1 + self.directions))

    def each_draw(self) -> list[Options]:
        """Return the options of every draw by itself."""
        return [replace(self, seed=self.seed + n, draws=1) for n in range(self.draws)]


@dataclass(slots=True)
class ProgramRuns:
    """One program and its findings; a run that several findings need is made once."""

    executor: Executor
    program: str
    findings: tuple[Finding, ...]
    text: str | None = None
    options: Options = field(default_factory=Options)
    #: The texts of imported modules that are run instead of their files', by real path.
    modules: tuple[tuple[str, str], ...] = ()
    #: The program is a test file, and `text` calls its tests as well.
    is_test: bool = False
    _reports: dict[Request, Report] = field(default_factory=dict)
    _asked: list[Request] = field(default_factory=list)

    # --- runs

    def as_is(self) -> Report:
        """Run the program as written: eager where it is eager, traced where it is traced."""
        request = replace(
            self.request(), max_observations=self._max_observations(), jit=self.options.jit
        )
        report = self.run(request)
        traced = any(query.traced for query in report.queries)
        if traced and (report.raised is not None or report.failure):
            # The op that reports a traced gradient's numbers may be what failed.
            quiet = self.run(replace(request, numbers_when_traced=False))
            if quiet.raised is None or report.raised is None or _differ(quiet, report):
                return quiet
        return report

    def eagerly(
        self, judged: tuple[RowRange, ...] = (), repeat: int = 0, jittered: bool = False
    ) -> Report:
        """Run the program eagerly with numbered tensors: the baseline of perturbed runs."""
        request = replace(self.request(), eager=True, max_observations=self._max_observations())
        return self.run(replace(request, judged_rows=judged, repeat=repeat, jittered=jittered))

    def with_text(self, text: str) -> Report:
        """Run the program with another text."""
        return self.run(
            replace(self.request(), text=text, max_observations=self._max_observations())
        )

    def per_output(self) -> Report:
        """Run the program eagerly and compute the gradient of each output by itself."""
        request = replace(self.request(), eager=True, per_output=True)
        return self.run(replace(request, max_observations=self._max_observations()))

    def tracing(self, rows: tuple[RowRange, ...]) -> Report:
        """Run the program and record which of these rows are executed."""
        return self.run(replace(self.request(), awaited=rows, trace_rows=True))

    def run(self, request: Request) -> Report:
        """Return the report of a request, executing it if it has not been executed yet."""
        self._asked.append(request)
        if request not in self._reports:
            self._reports[request] = self.executor.run(request)
        return self._reports[request]

    def run_all(self, requests: list[Request]) -> list[Report]:
        """Return the reports of several requests, executed at the same time."""
        with ThreadPoolExecutor(max_workers=max(1, len(requests))) as pool:
            return list(pool.map(self.run, requests))

    def request(self) -> Request:
        """Return a request for a plain run of the program, for other runs to be derived from."""
        home = Projects().import_root(self.program)
        stem = os.path.splitext(os.path.basename(self.program))[0]
        return Request(
            program=self.program,
            text=self.text,
            modules=self.modules,
            root=home.root,
            # The relative imports of a file in a package work only under its full name.
            module=".".join((*home.package, stem)) if home.package else "",
            search_path=home.search,
            awaited=tuple(dict.fromkeys(r for f in self.findings for r in self.query_rows(f))),
            seed=self.options.seed,
            seeds=self.options.seeds,
            timeout=self.options.timeout,
        )

    def _max_observations(self) -> int:
        """Return how often to observe each query; 0 if some finding names no query to wait for."""
        return (
            limits.ENOUGH_OBSERVATIONS if all(finding.queries for finding in self.findings) else 0
        )

    # --- results

    @property
    def failed(self) -> bool:
        """True if the sandbox or the machine ended some run, so that another run may differ."""
        return any(report.failure for report in self._reports.values())

    @property
    def asked(self) -> list[Request]:
        """The requests so far, in their order."""
        return self._asked

    @property
    def files(self) -> dict[str, str]:
        """The files that took part in any run, with their digests."""
        found: dict[str, str] = {}
        for report in self._reports.values():
            found.update(report.files)
        return found

    def program_text(self) -> str:
        """Return the text of the program."""
        return self.text_of(self.program)

    def text_of(self, filename: str) -> str:
        """Return the text of the program or of a module, as it is run."""
        path = os.path.realpath(filename)
        if path == self.program and self.text is not None:
            return self.text
        replaced = dict(self.modules)
        return replaced[path] if path in replaced else decode(read_bytes(path))

    def query_rows(self, finding: Finding) -> tuple[RowRange, ...]:
        """Return the rows of a finding's queries."""
        return tuple(self.rows(spot) for spot in finding.queries)

    def rows(self, spot: Spot) -> RowRange:
        """Return the rows of a spot, under the file's real path."""
        path = os.path.realpath(spot.filename)
        return RowRange(path, spot.span.start.row, spot.span.end.row)

    def contains(self, finding: Finding) -> bool:
        """True if the finding is in the program's own file, not in a module that it imports."""
        return os.path.realpath(finding.filename) == self.program

    def queries_of(self, finding: Finding, report: Report) -> list[ObservedQuery]:
        """Return the observed queries that a finding is about."""
        ranges = self.query_rows(finding)
        if not ranges:
            return report.queries
        found = [
            query
            for query in report.queries
            if any(rows.contains(line) for rows in ranges for line in query.lines)
        ]
        if found or not finding.implicit:
            return found
        # The query that Keras issues in `fit` is stated where the model is made or compiled.
        return [query for query in report.queries if query.implicit]


def _differ(one: Report, other: Report) -> bool:
    return (one.raised and one.raised.name) != (other.raised and other.raised.name)


def same_query(report: Report, query: ObservedQuery) -> ObservedQuery | None:
    """Return the query in another run that corresponds to `query`, if it is there."""
    for other in report.queries:
        if other.line == query.line and other.occurrence == query.occurrence:
            return other
    return None
