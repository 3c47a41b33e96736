"""Turn records into the lines of rules/ops.txt, and write the file in one piece."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from tools.measure_ops.datafiles import Correction, Recipe
from tools.measure_ops.synthesise import CHOOSING, NEVER

# Arguments whose integer tensor decides which values, or how many, are used.
_MORE = """
    axis axes begin end size start_indices repeats multiples shift perm segment_ids num_segments
    k depth paddings row_splits value_rowids nrows row_lengths sequence_length lengths maxlen shape
    num_or_size_splits sampled_ids sp_ids seq_lengths partitions box_indices diagonal multi_indices
    where branch_index index box_ind indices_or_sections num_samples
"""
SELECTING = {*CHOOSING, *_MORE.split()}
STARS = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}


def entry(
    name: str,
    record: dict[str, Any],
    recipe: Recipe | None,
    variants: list[tuple[str, dict[str, Any]]],
    correction: Correction | None,
    faults: list[str],
) -> str:
    """Return one line of the table; `faults` are points where TensorFlow's gradient is wrong."""
    effects, traced = _effects(record, recipe)
    result = _result(record)
    facts = _facts(record)
    if faults:
        facts["wrong"] = ",".join(sorted({*filter(None, [facts.get("wrong")]), *faults}))
    clauses = [_clause(when, other, effects, result, facts) for when, other in variants]
    if traced:
        clauses.append("mode=traced: " + ", ".join(f"{a}:{e}" for a, e in sorted(traced.items())))
    if correction:
        effects |= {a: e.strip("-") for a, e in correction.effects.items()}
        result = correction.result or result
        facts = {k: v for k, v in {**facts, **correction.facts}.items() if v != "-"}
        clauses = [*correction.clauses, *clauses]
        replaced = {clause.partition(":")[0] for clause in correction.clauses}
        clauses = [
            c
            for i, c in enumerate(clauses)
            if c and (i < len(correction.clauses) or c.partition(":")[0] not in replaced)
        ]
        clauses = [c for c in clauses if not c.endswith(": -")]
    line = f"{name}({_signature(record, recipe, effects)})"
    if result and result != "float":
        line += f" -> {result}"
    if facts:
        line += " | " + " ".join(f"{key}={value}" for key, value in sorted(facts.items()))
    for clause in clauses:
        if clause:
            line += f" | {clause}"
    return line


def _effects(
    record: dict[str, Any], recipe: Recipe | None
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the class of each input, and what is different inside tf.function."""
    effects: dict[str, str] = {}
    traced: dict[str, str] = {}
    result = record.get("result", "float")
    for name, seen in record.get("inputs", {}).items():
        known = seen["class"]
        made_up = recipe is None or not recipe.expression
        if result == "none" or (made_up and result == "object" and known in ("shape", "none")):
            continue  # nothing comes out that could carry a gradient
        effects[name] = known
        inside = seen.get("traced", "")
        if not inside or inside == "target" or (inside in ("none", "zero") and known != "flow"):
            continue
        if inside in ("none", "zero"):  # a gradient passes outside, so there is one to lose
            inside = "lost" if inside == "none" else "lost.zero"
        if "OperatorNotAllowed" in inside and not (recipe and recipe.expression):
            continue  # a made-up call gave a tensor where a list of tensors belongs
        traced[name] = inside
    for name in record.get("plain", ()):
        if result not in ("none", "object"):
            outside = result in ("ndarray", "number")
            effects.setdefault(
                name, "leaves" if outside else "select" if name in SELECTING else "none"
            )
    return effects, traced


def _signature(record: dict[str, Any], recipe: Recipe | None, effects: dict[str, str]) -> str:
    signature = [tuple(p) for p in record.get("signature", ())]
    if recipe is not None and (not signature or recipe.expression):
        # an underscore marks what is measured but is no argument of the function
        names = [name for name, _ in recipe.arguments if not name.startswith("_")]
        signature = [(name, "POSITIONAL_OR_KEYWORD", False) for name in names]
    words: list[str] = []
    starred = False
    for name, kind, _ in signature:
        if kind == "KEYWORD_ONLY" and not starred:
            words.append("*")
            starred = True
        bare = name.lstrip("*")
        if name == "*":
            words.append("*")
            continue
        effect = effects.get(bare, "")
        if kind == "VAR_POSITIONAL":
            effect = effects.get("*", effect)
            starred = True
        if bare not in effects and bare in SELECTING and bare not in NEVER and effects:
            effect = "select"
        words.append(STARS.get(kind, "") + name + (f":{effect}" if effect else ""))
    return ", ".join(words)


def _result(record: dict[str, Any]) -> str:
    result = record.get("result", "float")
    if isinstance(result, list):
        if not result:
            return "none"
        return "(" + ", ".join(f"{name}:{_element(kind)}" for name, kind in result) + ")"
    return str(result)


def _element(kind: str) -> str:
    return "flow" if kind == "float" else kind


def _facts(record: dict[str, Any]) -> dict[str, str]:
    facts: dict[str, str] = {}
    if record.get("shape") and record.get("result") in ("float", "complex"):
        facts["shape"] = record["shape"]
    if record.get("at"):
        facts["at"] = record["at"]
    if record.get("random"):
        flows = any(seen["class"] == "flow" for seen in record["inputs"].values())
        facts["random"] = "reparameterised" if flows else "yes"
    if record.get("singular"):
        facts["singular"] = ",".join(
            f"{name}:{'/'.join(f'{point:g}' for point in points)}"
            for name, points in sorted(record["singular"].items())
        )
    if record.get("range"):
        facts["range"] = record["range"]
    if record.get("overflow"):
        facts["overflow"] = ",".join(sorted(record["overflow"]))
    if record.get("masked"):
        facts["masked"] = "nan" if "nan" in record["masked"].values() else "ok"
    if record.get("curve"):
        facts["curve"] = record["curve"]
    wrong = sorted(name for name, seen in record.get("inputs", {}).items() if seen.get("wrong"))
    if wrong:
        facts["wrong"] = ",".join(wrong)
    return facts


def _clause(
    when: str,
    record: dict[str, Any],
    effects: dict[str, str],
    result: str,
    facts: dict[str, str],
) -> str:
    """Return the differences under a condition: classes, result, facts about singular points."""
    other, traced = _effects(record, None)
    if "mode=traced" in when:
        other |= traced
    parts = [", ".join(f"{a}:{e}" for a, e in sorted(other.items()) if effects.get(a) != e)]
    kind = _result(record)
    if kind != result:
        parts.append(f"-> {kind}")
    own = _facts(record)
    points = [f"{k}={own.get(k, '-')}" for k in SINGULAR if own.get(k) != facts.get(k)]
    if points and any(effect == "flow" for effect in other.values()):
        parts.append(f"! {' '.join(points)}")
    printed = " ".join(filter(None, parts))
    return f"when {when}: {printed}" if printed else ""


SINGULAR = ("masked", "overflow", "singular")


def write(path: Path, head: str, lines: list[str]) -> None:
    """Write a file atomically: the old file stays until the new one is complete."""
    body = sorted(set(lines))
    text = head + "\n".join(body) + "\n"
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".ops-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
