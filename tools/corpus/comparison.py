"""Findings beside the reviewed list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tools.corpus.labels import Label
from tools.corpus.observing import Key, Observation, Observed


@dataclass(slots=True)
class Comparison:
    known: list[Label] = field(default_factory=list)
    """Findings that are in the list."""
    new: list[Observation] = field(default_factory=list)
    gone: list[Label] = field(default_factory=list)
    """Entries of the list that were not found."""

    @property
    def agrees(self) -> bool:
        return not self.new and not self.gone


def compare(observed: Iterable[Observed], labels: dict[Key, Label]) -> Comparison:
    """Compare findings with the list; entries of other repositories do not count as gone."""
    comparison = Comparison()
    looked_at, seen = set(), set()
    for one in observed:
        looked_at.add(one.repository.name)
        for finding in one.findings:
            seen.add(finding.key)
            label = labels.get(finding.key)
            if label is None:
                comparison.new.append(finding)
            else:
                comparison.known.append(label)
    comparison.gone = [
        label
        for key, label in sorted(labels.items())
        if key.repository in looked_at and key not in seen
    ]
    return comparison
