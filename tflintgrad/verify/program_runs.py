"""A program on trial: what to run, and the runs that were made of it so far."""

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
from tflintgrad.verify.protocol import QuerySeen, Report, Request, Window


class Runs(Protocol):
    """Whoever can run a request: the client of the server, or a stand-in in tests."""

    def run(self, request: Request) -> Report: ...


@dataclass(frozen=True, slots=True)
class Options:
    timeout: float = 60.0
    jit: bool = False
    #: Where the random numbers of programs and stand-ins start.
    seed: int = 0
    #: On how many draws of these numbers a finding is judged.
    draws: int = 1
    #: In how many random directions a gradient is compared with the slope.
    directions: int = 2
    #: What the user says about stand-ins, by name.
    inputs: Mapping[str, Any] = field(default_factory=dict, hash=False)
    #: The TensorFlow that the findings are for; paths are found again in the same terms.
    tensorflow_version: str = ""

    @property
    def seeds(self) -> tuple[int, ...]:
        """One for each direction."""
        return tuple(range(self.seed + 1, self.seed + 1 + self.directions))

    def drawn(self) -> list[Options]:
        """The options of each draw by itself."""
        return [replace(self, seed=self.seed + n, draws=1) for n in range(self.draws)]


@dataclass(slots=True)
class Subject:
    """One program; runs that several findings need are made once."""

    runs: Runs
    program: str
    findings: tuple[Finding, ...]
    text: str | None = None
    options: Options = field(default_factory=Options)
    _reports: dict[Request, Report] = field(default_factory=dict)

    def natural(self) -> Report:
        """The program as it is, in the mode in which it runs."""
        request = replace(self.request(), enough=self._enough(), jit=self.options.jit)
        report = self.report(request)
        traced = any(query.traced for query in report.queries)
        if traced and (report.raised is not None or report.trouble):
            # The op that tells a traced gradient's numbers may itself be what failed.
            quiet = self.report(replace(request, numbers_when_traced=False))
            if quiet.raised is None or report.raised is None or _differ(quiet, report):
                return quiet
        return report

    def eager(
        self, tried: tuple[Window, ...] = (), repeat: int = 0, shaken: bool = False
    ) -> Report:
        """The program run eagerly, with ops counted: what nudged runs are compared with."""
        request = replace(self.request(), difference=True, enough=self._enough())
        return self.report(replace(request, tried_rows=tried, repeat=repeat, shaken=shaken))

    def corrected(self, text: str) -> Report:
        return self.report(replace(self.request(), text=text, enough=self._enough()))

    def separately(self) -> Report:
        request = replace(self.request(), difference=True, separately=True)
        return self.report(replace(request, enough=self._enough()))

    def traced_rows(self, rows: tuple[Window, ...]) -> Report:
        return self.report(replace(self.request(), awaited=rows, trace=True))

    def report(self, request: Request) -> Report:
        if request not in self._reports:
            self._reports[request] = self.runs.run(request)
        return self._reports[request]

    def reports(self, requests: list[Request]) -> list[Report]:
        """Several runs at once."""
        with ThreadPoolExecutor(max_workers=max(1, len(requests))) as pool:
            return list(pool.map(self.report, requests))

    @property
    def troubled(self) -> bool:
        """Did the machine, rather than the program, decide some run? Then the next may differ."""
        return any(report.trouble for report in self._reports.values())

    @property
    def files(self) -> dict[str, str]:
        """All files that took part, with their digests."""
        found: dict[str, str] = {}
        for report in self._reports.values():
            found.update(report.files)
        return found

    def source(self) -> str:
        """The text of the program."""
        if self.text is not None:
            return self.text
        return decode(read_bytes(self.program))

    def request(self) -> Request:
        home = Projects().import_root(self.program)
        stem = os.path.splitext(os.path.basename(self.program))[0]
        return Request(
            program=self.program,
            text=self.text,
            root=home.root,
            # Only under its full name do the relative imports of a file in a package work.
            module=".".join((*home.package, stem)) if home.package else "",
            folders=home.search,
            awaited=tuple(dict.fromkeys(w for f in self.findings for w in self.windows(f))),
            seed=self.options.seed,
            seeds=self.options.seeds,
            timeout=self.options.timeout,
        )

    def _enough(self) -> int:
        """Everything has to be seen before a run is cut off: without a query, nobody can tell."""
        return (
            limits.ENOUGH_OBSERVATIONS if all(finding.queries for finding in self.findings) else 0
        )

    def windows(self, finding: Finding) -> tuple[Window, ...]:
        return tuple(self.window(spot) for spot in finding.queries)

    def window(self, spot: Spot) -> Window:
        path = os.path.realpath(spot.filename)
        return Window(path, spot.span.start.row, spot.span.end.row)

    def holds(self, finding: Finding) -> bool:
        """Is it in the program itself, rather than in a module that the program imports?"""
        return os.path.realpath(finding.filename) == self.program

    def asked(self, report: Report, finding: Finding) -> list[QuerySeen]:
        """The observed queries that a finding is about."""
        windows = self.windows(finding)
        if not windows:
            return report.queries
        found = [
            query
            for query in report.queries
            if any(window.holds(place) for window in windows for place in query.places)
        ]
        if found or not finding.implicit:
            return found
        # What Keras asks for in `fit` is stated where the model is made or compiled.
        return [query for query in report.queries if query.implicit]


def _differ(one: Report, other: Report) -> bool:
    return (one.raised and one.raised.name) != (other.raised and other.raised.name)


def same_query(report: Report, query: QuerySeen) -> QuerySeen | None:
    """The same query in another run."""
    for other in report.queries:
        if other.place == query.place and other.occurrence == query.occurrence:
            return other
    return None
