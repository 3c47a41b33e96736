"""The measurements in readable form: the measured call, and both numbers for each input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tools.measure_ops.tasks import Plan


def measurement_lines(plan: Plan, records: dict[str, Any]) -> list[str]:
    """Return a line for every record that has inputs, sorted."""
    expressions = {recipe.key: recipe.expression for recipe in plan.recipes if recipe.expression}
    lines = []
    for key, record in records.items():
        if not record["inputs"]:
            continue
        name, _, special = key.partition(" ")
        head = plan.canonical(name) + (f" {special}" if special else "")
        expression = [f":= {expressions[key]}"] if key in expressions else []
        parts = [head, *expression, f"({record['example']})", *_inputs(record)]
        for argument in _in_order(record):
            seen = record["inputs"][argument]
            if "example" in seen:
                parts += [f"({seen['example']})", _numbers(argument, seen)]
        lines.append("\t".join(parts))
    return sorted(lines)


def _in_order(record: dict[str, Any]) -> list[str]:
    """Return the inputs in the order of the signature, whatever order a stored record has."""
    locations = {name: place for place, (name, _, _) in enumerate(record.get("signature", ()))}
    return sorted(record["inputs"], key=lambda name: (locations.get(name, len(locations)), name))


def _inputs(record: dict[str, Any]) -> list[str]:
    inputs = record["inputs"]
    return [_numbers(n, inputs[n]) for n in _in_order(record) if "example" not in inputs[n]]


def _numbers(argument: str, seen: dict[str, Any]) -> str:
    return f"{argument} {_tape(seen)} {_text(seen.get('slope'))}"


def _tape(seen: dict[str, Any]) -> str:
    tape = seen.get("tape", seen["class"])
    if isinstance(tape, str):
        # an integer or boolean tensor as the target: TensorFlow answers None
        inside = "None" if seen["class"] in ("none", "shape") else "-"
        words = {"none": "None", "zero": "zeros", "target": inside}
        return words.get(tape, tape.removeprefix("raises."))
    return _text(tape)


def _text(number: float | None) -> str:
    return "-" if number is None else f"{number:.4g}"
