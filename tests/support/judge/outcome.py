"""The outcome of one program on TensorFlow, compared with the effect of its label."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

ResultKind = Literal["none", "numbers", "symbolic", "other"]

# float32 gradients of small programs; labels are written with a few digits.
RELATIVE_TOLERANCE = 1e-3
ABSOLUTE_TOLERANCE = 1e-5

#: A line of a traceback inside a message, as AutoGraph writes it, with the code of that line.
TRACEBACK = re.compile(r'^( *)File ".*", line \d+.*\n(?:\1 +.*\n|\n)*', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Result:
    """The gradient one source got from one query."""

    kind: ResultKind
    shape: tuple[int | None, ...] | None = None
    values: tuple[float, ...] = ()

    @property
    def is_finite(self) -> bool:
        return all(math.isfinite(value) for value in self.values)

    @property
    def is_zero(self) -> bool:
        return len(self.values) > 0 and all(value == 0 for value in self.values)

    @property
    def is_negligible(self) -> bool:
        """True for zeros, and for the rounding errors that a sum leaves that should be zero."""
        return len(self.values) > 0 and all(abs(value) < 1e-7 for value in self.values)

    def __str__(self) -> str:
        if self.kind == "none":
            return "None"
        if self.kind == "numbers":
            shown = ", ".join(f"{value:.6g}" for value in self.values[:8])
            return f"[{shown}{', …' if len(self.values) > 8 else ''}]"
        return f"<{self.kind} {list(self.shape) if self.shape is not None else '?'}>"


@dataclass(frozen=True, slots=True)
class Query:
    """One gradient query, with the line of the program that led to it."""

    method: str
    line: int | None
    results: tuple[Result, ...]
    #: Where the line is, below the root of a project; a program given as text has one file only.
    file: str = ""

    def __str__(self) -> str:
        place = _shown(self.file, self.line) or "inside a library"
        return f"{self.method} ({place}): {', '.join(map(str, self.results)) or 'no source'}"


@dataclass(frozen=True, slots=True)
class Raised:
    """The exception a program ended with; `bases` are the names of its classes, nearest first."""

    bases: tuple[str, ...]
    message: str
    line: int | None
    file: str = ""

    def __str__(self) -> str:
        place = f" at {_shown(self.file, self.line)}" if self.line is not None else ""
        first = next((line for line in self.message.splitlines() if line.strip()), "")
        return f"{self.bases[0]}{place}: {first[:200]}"

    @property
    def follows_from_none(self) -> bool:
        """True if a `None` gradient explains the error: an optimizer or arithmetic rejects it."""
        printed = TRACEBACK.sub("", self.message)
        return "No gradients provided" in printed or "None" in printed


@dataclass(frozen=True, slots=True)
class Outcome:
    queries: tuple[Query, ...]
    raised: Raised | None
    timed_out: bool
    #: Some trainable variable has its first value at the end.
    stuck: bool = False

    @property
    def last(self) -> Query | None:
        return self.queries[-1] if self.queries else None

    @property
    def values(self) -> tuple[float, ...] | None:
        """The last query's numbers, flattened; None when some result has no numbers."""
        if self.last is None or any(result.kind != "numbers" for result in self.last.results):
            return None
        return tuple(value for result in self.last.results for value in result.values)

    def seen(self) -> str:
        """Return one sentence about the outcome, for the author of the program."""
        if self.timed_out:
            return "it did not end in time"
        parts = [f"{len(self.queries)} queries, last: {self.last}" if self.last else "no query"]
        if self.raised is not None:
            parts.append(f"ended with {self.raised}")
        return "; ".join(parts)

    def effect_shown(
        self,
        effect: str,
        truth: Sequence[float] | None = None,
        raises: str | None = None,
    ) -> str | None:
        """Return None if the program showed `effect`, else a sentence about the outcome."""
        problem = self._problem(effect, truth, raises)
        return None if problem is None else f"stated {effect!r}, but {problem} ({self.seen()})"

    def query_lost(self) -> str | None:
        """Return None if every query, not only the last one, returned finite numbers."""
        for query in self.queries:
            problem = _query_problem(query, None, "ok", None)
            if problem is not None:
                return f"stated 'ok', but {problem} ({query})"
        return None

    def _problem(
        self, effect: str, truth: Sequence[float] | None, raises: str | None
    ) -> str | None:
        if self.timed_out:
            return "the program timed out"
        if effect == "error":
            if self.raised is None:
                return "nothing was raised"
            if raises is not None and raises not in self.raised.bases:
                return f"what was raised is not {raises}"
            return None
        if self.raised is not None and not (effect == "none" and self.raised.follows_from_none):
            return "the program raised"
        if effect == "none" and self.stuck:
            return None
        if self.last is None:
            return "no gradient was asked for"
        return _query_problem(self.last, self.values, effect, truth)


def _query_problem(
    query: Query,
    values: tuple[float, ...] | None,
    effect: str,
    truth: Sequence[float] | None,
) -> str | None:
    results = query.results
    if effect == "none":
        # No source at all (an empty list of variables) is the same loss.
        if not results or any(result.kind == "none" for result in results):
            return None
        return "no gradient of the last query is None"
    if effect == "ok":
        if not results:
            return "the last query has no sources"
        if any(result.kind == "none" for result in results):
            return "some gradient is None"
        if not all(result.is_finite for result in results):
            return "some gradient is not finite"
        return None
    if effect == "zero":
        return None if any(r.is_negligible for r in results) else "no gradient is all zeros"
    if effect == "nan":
        return None if not all(r.is_finite for r in results) else "all gradients are finite"
    if effect == "wrong":
        if truth is None:
            return "no truth is given to compare with"
        if values is None:
            return "the last query gave no numbers to compare"
        return "the numbers are the true ones" if close(values, truth) else None
    return f"{effect!r} is no effect"


def _shown(file: str, line: int | None) -> str:
    if line is None:
        return ""
    return f"{file}:{line}" if file else f"line {line}"


def close(values: Sequence[float], truth: Sequence[float]) -> bool:
    return len(values) == len(truth) and all(
        math.isclose(a, b, rel_tol=RELATIVE_TOLERANCE, abs_tol=ABSOLUTE_TOLERANCE)
        for a, b in zip(values, truth, strict=True)
    )


def outcome_from_json(data: Mapping[str, Any]) -> Outcome:
    raised = data["raised"]
    return Outcome(
        queries=tuple(
            Query(
                method=query["method"],
                line=query["line"],
                results=tuple(
                    Result(
                        kind=result["kind"],
                        shape=None if result["shape"] is None else tuple(result["shape"]),
                        values=tuple(result["values"]),
                    )
                    for result in query["results"]
                ),
                file=query["file"],
            )
            for query in data["queries"]
        ),
        raised=None
        if raised is None
        else Raised(
            bases=tuple(raised["bases"]),
            message=raised["message"],
            line=raised["line"],
            file=raised["file"],
        ),
        timed_out=data["timed_out"],
        stuck=data.get("stuck", False),
    )
