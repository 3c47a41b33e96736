"""Measure one fact of the stored lines anew, and leave everything else in them as it is."""

from __future__ import annotations

from pathlib import Path

from tflintgrad.knowledge.op_entry import parse
from tools.measure_ops import datafiles, pool, tasks
from tools.measure_ops.files import File


def patch_curves(rules: Path, jobs: int, seconds: float) -> int:
    """Write the fact `curve` of every line of the table; return how many lines have it."""
    path = rules / "ops.txt"
    text = path.read_text(encoding="utf-8").splitlines()
    lines = [line for line in text if line and not line.startswith("#")]
    flowing = _flowing(lines)
    plan = tasks.plan(with_python=False)
    records = pool.run(tasks.curve_tasks(plan, flowing).items(), jobs, seconds)
    curves = {name: record.get("curve", "") for name, record in records.items()}
    patched = [_patched(line, curves) for line in lines]
    measured_on = next(line for line in text if line.startswith("# Measured on")) + "\n"
    File("ops.txt", "ops", patched, measured_on).write(rules)
    return sum(map(bool, curves.values()))


def _is_entry(line: str) -> bool:
    return "(" in line and " = " not in line.split("(")[0] and ".*" not in line.split("(")[0]


def _flowing(lines: list[str]) -> dict[str, tuple[str, ...]]:
    """Return the arguments that let a gradient pass, by the name of the function."""
    found: dict[str, tuple[str, ...]] = {}
    for line in filter(_is_entry, lines):
        entry = parse(line, None)
        names = tuple(a.name for a in entry.arguments if a.effect == "flow")
        # A variadic argument has a star in the recipe.
        names += ("*",) if any(a.variadic and a.effect == "flow" for a in entry.arguments) else ()
        if names and not entry.name.startswith("tf.raw_ops."):
            found[entry.name] = names
    return found


def _patched(line: str, curves: dict[str, str]) -> str:
    name = datafiles.name_of(line) if _is_entry(line) else ""
    if name not in curves:
        return line
    signature, *segments = line.split(" | ")
    at_facts = bool(segments) and not segments[0].startswith(("when ", "mode=traced:"))
    facts = [w for w in segments[0].split() if not w.startswith("curve=")] if at_facts else []
    facts += [f"curve={curves[name]}"] if curves[name] else []
    others = segments[1:] if at_facts else segments
    return " | ".join([signature, *([" ".join(sorted(facts))] if facts else []), *others])
