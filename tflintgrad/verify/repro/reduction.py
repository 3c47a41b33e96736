"""Smaller texts of a program: statements left out and blocks opened while something still holds.

The search is that of delta debugging over the statements of the program. What has to hold is up to
the caller: that tflintgrad finds the same mistake, or that TensorFlow shows the same effect.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tflintgrad.verify.repro.early_reads import early_reads
from tflintgrad.verify.repro.reduction_proposals import proposals
from tflintgrad.verify.repro.used_names import (
    bound_attributes,
    lacks,
    lacks_names,
    outside_names,
)


class Reduction(NamedTuple):
    """A smaller text, and what went."""

    gone: str
    text: str


def reduced(text: str, holds: Callable[[str], bool], tries: int, *, only_unused: bool) -> str:
    """Return the smallest text that was found for which `holds` is true.

    With `only_unused`, leave out only what nothing else of the program uses; otherwise any
    statement, if all names keep a binding. `holds` is asked `tries` times at most.
    """
    left = tries

    def still_holds(smaller: str) -> bool:
        nonlocal left
        left -= 1
        return left >= 0 and holds(smaller)

    for reduction in reductions(text, still_holds, only_unused=only_unused):
        text = reduction.text
    return text


def reductions(
    text: str,
    holds: Callable[[str], bool],
    *,
    only_unused: bool,
    keep_last: bool = True,
    kept: frozenset[str] = frozenset(),
) -> Iterator[Reduction]:
    """Yield smaller and smaller texts for which `holds` is true; nothing of `kept` goes."""
    original = _parsed(text)
    if original is None:
        return
    attributes, missing = bound_attributes(original), outside_names(original)
    early = early_reads(original)
    refused: set[str] = set()
    last = text
    improved = True
    while improved:
        improved = False
        for gone, make in proposals(text, only_unused, keep_last):
            if gone in refused or gone in kept:
                continue
            smaller = make()
            tree = _parsed(smaller)
            if tree is None or lacks_names(tree, missing) or lacks(tree, attributes):
                continue
            if early_reads(tree) - early:
                continue
            if holds(smaller):
                text, improved = smaller, True
                yield Reduction(gone, smaller)
                break
            refused.add(gone)
        # What was refused may go once other statements are gone.
        if not improved and refused and text != last:
            last, improved = text, True
            refused.clear()


def reduced_in_strides(
    text: str,
    holds: Callable[[str], bool],
    shows: Callable[[str], bool],
    *,
    keep_last: bool = True,
) -> str:
    """Return a small text for which both are true, where `shows` takes far longer than `holds`.

    A whole chain of texts that hold is made first. Of these, the smallest that shows it is found
    by halving, and what may not go starts the next chain.
    """
    kept: set[str] = set()
    while True:
        chain = list(
            reductions(text, holds, only_unused=False, keep_last=keep_last, kept=frozenset(kept))
        )
        good, bad = -1, len(chain)
        probe = bad - 1
        while probe > good:
            if shows(chain[probe].text):
                good = probe
            else:
                bad = probe
            probe = (good + bad) // 2
        if good >= 0:
            text = chain[good].text
        if bad == len(chain):
            return text
        kept.add(chain[bad].gone)


def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None
