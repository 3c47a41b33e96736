"""What was seen at one place where a gradient is asked for, as counters."""

from __future__ import annotations

from typing import Any

Key = tuple[int, str]
"""A source: its position among the sources, and its name if it has one."""

ALWAYS_SAMPLED = 8
MOST_SOURCES = 8


def is_sampled(call: int) -> bool:
    """The first few calls, then every power of two: what goes wrong later is still found."""
    return call <= ALWAYS_SAMPLED or call & (call - 1) == 0


class Source:
    __slots__ = ("bad", "none", "sampled", "zero")

    def __init__(self) -> None:
        self.none = self.sampled = self.bad = self.zero = 0


class Trace:
    """One traced copy of a query. It runs out of Python's sight, so the graph counts its calls."""

    __slots__ = ("calls", "counter", "gap", "missing")

    def __init__(self, missing: tuple[Key, ...]) -> None:
        self.missing = missing
        self.counter: str | None = None
        self.calls = 0
        self.gap = 1

    def called(self, left: int) -> int:
        """The counter has come down to this: so many calls since; returns when to look next."""
        self.calls += self.gap - left
        # As `is_sampled` has it, for someone who has to say so beforehand.
        self.gap = 1 if self.calls < ALWAYS_SAMPLED else self.calls
        return self.gap


class Place:
    def __init__(self, number: int, filename: str, line: int, method: str) -> None:
        self.number = number
        self.filename = filename
        self.line = line
        self.method = method
        self.calls = 0
        self.sampled = 0
        self.bad_samples = 0
        self.last_bad = False
        self.traces: list[Trace] = []
        self.unseen = ""
        self.device = ""
        self.raised: dict[tuple[str, ...], int] = {}
        self.related: set[tuple[str, int]] = set()
        # How often which sources gave None together.
        self.missing: dict[tuple[Key, ...], int] = {}
        self._sources: dict[Key, Source] = {}
        self._missing_at: dict[tuple[int, ...], tuple[Key, ...]] = {}

    def add_missing(self, positions: tuple[int, ...], keys: tuple[Key, ...] | None) -> bool:
        """Counts a call; False when the names at these positions are not known yet."""
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
        self.sampled += 1
        self.last_bad = "bad" in states
        self.bad_samples += self.last_bad
        for at, key in enumerate(keys):
            source = self._sources.get(key)
            if source is None:
                source = self._sources[key] = Source()
            source.sampled += 1
            source.bad += states[at] == "bad"
            source.zero += states[at] == "zero"

    def snapshot(self) -> dict[str, Any]:
        missing = dict(self.missing)
        for trace in list(self.traces):
            if trace.missing:
                # Keras looks at the gradients while it traces: that may be all that ever happens.
                missing[trace.missing] = missing.get(trace.missing, 0) + max(1, trace.calls)
        sources: dict[Key, list[int]] = {}
        for keys, times in missing.items():
            for key in keys:
                sources.setdefault(key, [0, 0, 0, 0])[0] += times
        for key, source in list(self._sources.items()):
            if source.bad or source.zero or key in sources:
                counts = sources.setdefault(key, [0, 0, 0, 0])
                counts[1:] = [source.sampled, source.bad, source.zero]
        # Those first that were never anything else.
        worst = sorted(sources, key=lambda key: (-sources[key][0], -sum(sources[key][2:]), key))
        return {
            "kind": "query",
            "number": self.number,
            "filename": self.filename,
            "line": self.line,
            "method": self.method,
            "asked": self.calls + sum(max(1, trace.calls) for trace in self.traces),
            "traced": bool(self.traces),
            "none_calls": sum(missing.values()),
            "sampled": self.sampled,
            "bad_samples": self.bad_samples,
            "last_bad": self.last_bad,
            "sources": [[*key, *sources[key]] for key in worst[:MOST_SOURCES]],
            "more_sources": max(0, len(worst) - MOST_SOURCES),
            "raised": [[list(bases), times] for bases, times in self.raised.items()],
            "unseen": self.unseen,
            "device": self.device,
            "related": sorted(self.related),
        }
