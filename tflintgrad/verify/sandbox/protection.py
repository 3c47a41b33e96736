"""The measures in force in a sandbox, as data and in words."""

from __future__ import annotations

from dataclasses import dataclass

_WORDS = {"landlock": "Landlock", "network namespace": "an empty network"}


@dataclass(frozen=True, slots=True)
class Protection:
    """The measures that held when tried. Each field lists mechanisms: `seccomp, landlock`."""

    writes: str = ""
    network: str = ""
    processes: str = ""
    limits: bool = False
    reads: str = ""

    @property
    def complete(self) -> bool:
        """True if the program can neither change files outside its folder nor use the network."""
        return bool(self.writes and self.network)

    def in_words(self) -> str:
        """Return the measures, and what is not held back, as one line for the user."""
        parts = []
        if self.writes:
            parts.append(f"file writes confined by {_by(self.writes)}")
        if self.reads:
            parts.append(f"file reads by {_by(self.reads)}")
        if self.network and self.network == self.processes:
            parts.append(f"network and new processes blocked by {_by(self.network)}")
        else:
            if self.network:
                parts.append(f"network blocked by {_by(self.network)}")
            if self.processes:
                parts.append(f"new processes blocked by {_by(self.processes)}")
        if self.limits:
            parts.append("limits on time, memory and file size")
        missing = [
            what
            for what, present in (
                ("file writes", self.writes),
                ("network", self.network),
                ("new processes", self.processes),
                ("time and memory", self.limits),
                ("file reads", self.reads),
            )
            if not present
        ]
        if missing:
            parts.append(f"NOT held back: {', '.join(missing)}")
        return "; ".join(parts)


def _by(names: str) -> str:
    return " and ".join(_WORDS.get(name, name) for name in names.split(", "))
