"""Baselines: JSON that was merged by hand."""

from __future__ import annotations

import json
from random import Random

from tflintgrad.engine.baseline import BrokenBaseline, baseline_text, read_baseline
from tools.fuzz.configuration_target import written
from tools.fuzz.mutations import mutated_bytes
from tools.fuzz.target import Target, expect

_ODD = (
    *(b'"', b"\\", b",", b":", b"[", b"]", b"{", b"}", b"1", b"-", b"null", b"NaN", b"1e400"),
    *(b"\n<<<<<<< HEAD\n", b"\xe9", b"\xef\xbb\xbf", b"\\ud800", b"9" * 5000, b"[" * 3000, b"0.5"),
    *(b'"count": -1', b'"version": 2', b'"findings": {}', b"true", b"\0"),
)


def _baseline(rng: Random) -> bytes:
    entries = [
        {
            "path": rng.choice(("a.py", "b/c.py", "é", "\udce9", "")),
            "code": rng.choice(("TFG201", "x")),
            "line": rng.choice(("x = y.numpy()", "", "\u2028")),
            "count": rng.choice((1, 2, 10**30)),
        }
        for _ in range(rng.randint(0, 4))
    ]
    data = json.dumps({"version": 1, "findings": entries}, indent=rng.choice((None, 2))).encode()
    return mutated_bytes(data, rng, _ODD) if rng.random() < 0.8 else data


def _attempt(data: bytes) -> None:
    try:
        found = read_baseline(written("baseline.json", data))
    except BrokenBaseline as problem:
        expect("\n" not in str(problem), f"not one line: {problem}")
        return
    again = read_baseline(written("baseline.json", baseline_text(found).encode()))
    expect(again.counts == found.counts, "what is written is not what is read")


BASELINES = Target("baselines", _baseline, _attempt)
