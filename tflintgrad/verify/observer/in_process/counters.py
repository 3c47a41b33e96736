"""Counters of what one query line returned in a process."""

from __future__ import annotations

from typing import Any

Key = tuple[int, str]
"""A source: its position among the sources, and its name if it has one."""

ALWAYS_SAMPLED = 8
MAX_SOURCES = 8


def is_sampled(call: int) -> bool:
    """True for the first few calls and for powers of two, so that late effects are found."""
    return call <= ALWAYS_SAMPLED or call & (call - 1) == 0


class SourceCounters:
    """The samples of one source, and those in which its gradient was not finite or zero."""

    __slots__ = ("bad", "sampled", "zero")

    def __init__(self) -> None:
        self.sampled = self.bad = self.zero = 0


class TraceCounters:
    """One trace of a query. Python does not see it run, so the graph counts its calls."""

    __slots__ = ("calls", "counter", "gap", "missing")

    def __init__(self, missing: tuple[Key, ...]) -> None:
        self.missing = missing
        self.counter: str | None = None
        self.calls = 0
        self.gap = 1

    def called(self, left: int) -> int:
        """Add the calls since the graph's counter was set, and return its next value.

        `left` is the counter's present value; at zero, the graph samples.
        """
        self.calls += self.gap - left
        # The same calls as `is_sampled` selects, known in advance.
        self.gap = 1 if self.calls < ALWAYS_SAMPLED else self.calls
        return self.gap


class QueryCounters:
    """The counts of one query line and method."""

    def __init__(self, number: int, filename: str, line: int, method: str) -> None:
        self.number = number
        self.filename = filename
        self.line = line
        self.method = method
        self.calls = 0
        self.sampled = 0
        self.bad_samples = 0
        self.last_bad = False
        self.traces: list[TraceCounters] = []
        self.unseen = ""
        self.device = ""
        self.raised: dict[tuple[str, ...], int] = {}
        self.related: set[tuple[str, int]] = set()
        #: How often these sources, and no others, got None.
        self.missing: dict[tuple[Key, ...], int] = {}
        self._sources: dict[Key, SourceCounters] = {}
        self._missing_at: dict[tuple[int, ...], tuple[Key, ...]] = {}

    def add_missing(self, positions: tuple[int, ...], keys: tuple[Key, ...] | None) -> bool:
        """Count a call with None at these positions; False if their keys are still unknown."""
        if keys is None:
            known = self._missing_at.get(positions)
            if known is None:
                return False
            keys = known
        else:
            self._missing_at[positions] = keys
        self.missing[keys] = self.missing.get(keys, 0) + 1
        return True

    def add_sample(self, keys: list[Key], states: list[str]) -> None:
        """Count one sampled call with the state of each source's gradient."""
        self.sampled += 1
        self.last_bad = "bad" in states
        self.bad_samples += self.last_bad
        for at, key in enumerate(keys):
            source = self._sources.get(key)
            if source is None:
                source = self._sources[key] = SourceCounters()
            source.sampled += 1
            source.bad += states[at] == "bad"
            source.zero += states[at] == "zero"

    def record(self) -> dict[str, Any]:
        """Return the counts as a record of the log."""
        missing = dict(self.missing)
        for trace in list(self.traces):
            if trace.missing:
                # Keras checks the gradients while it traces, so the trace may never run.
                missing[trace.missing] = missing.get(trace.missing, 0) + max(1, trace.calls)
        sources = self._counts_by_source(missing)
        # The sources that are missing or bad most often come first.
        worst = sorted(sources, key=lambda key: (-sources[key][0], -sum(sources[key][2:]), key))
        return {
            "kind": "query",
            "number": self.number,
            "filename": self.filename,
            "line": self.line,
            "method": self.method,
            "calls": self.calls + sum(max(1, trace.calls) for trace in self.traces),
            "traced": bool(self.traces),
            "none_calls": sum(missing.values()),
            "sampled": self.sampled,
            "bad_samples": self.bad_samples,
            "last_bad": self.last_bad,
            "sources": [[*key, *sources[key]] for key in worst[:MAX_SOURCES]],
            "more_sources": max(0, len(worst) - MAX_SOURCES),
            "raised": [[list(bases), times] for bases, times in self.raised.items()],
            "unseen": self.unseen,
            "device": self.device,
            "related": sorted(self.related),
        }

    def _counts_by_source(self, missing: dict[tuple[Key, ...], int]) -> dict[Key, list[int]]:
        """Return how often each affected source was None, sampled, bad and zero."""
        sources: dict[Key, list[int]] = {}
        for keys, times in missing.items():
            for key in keys:
                sources.setdefault(key, [0, 0, 0, 0])[0] += times
        for key, source in list(self._sources.items()):
            if source.bad or source.zero or key in sources:
                counts = sources.setdefault(key, [0, 0, 0, 0])
                counts[1:] = [source.sampled, source.bad, source.zero]
        return sources
