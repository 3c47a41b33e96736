"""The pages that `tflintgrad op` prints: one entry of the op table, or the ops of a class."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tflintgrad.knowledge import op_descriptions, op_search
from tflintgrad.knowledge.alternatives import alternatives_to
from tflintgrad.knowledge.keras_layers import has_variables
from tflintgrad.knowledge.measurements import Measured, examples_of
from tflintgrad.knowledge.op_table import measured_on

if TYPE_CHECKING:
    from tflintgrad.knowledge.op_entry import Argument, Clause, Op

#: Kinds of variables that layers keep.
_VARIABLES = {
    "weights": "trainable weights",
    "statistics": "statistics that are not trained",
    "seed": "a random state",
}


def op_page(name: str, output_format: str, version: str = "") -> str:
    """Return the table's entry of one op, with its measurements, and what to write instead."""
    answer = op_search.find(name, version)
    if output_format == "json":
        return json.dumps(_as_object(answer), indent=2) + "\n"
    return "\n".join(_page(answer)) + "\n"


def class_list(wanted: str, output_format: str, version: str = "") -> str:
    """Return the ops of a class, one per line, with a condition if it depends on arguments."""
    members = list(op_search.ops_with_effect(wanted, version))
    if output_format == "json":
        return json.dumps([_member(member, wanted) for member in members], indent=2) + "\n"
    return "".join(_line(member) + "\n" for member in members)


def _page(answer: op_search.OpMatch) -> list[str]:
    op = answer.op
    lines = [answer.layer or op.name]
    if answer.wildcard:
        lines.append(f"  no entry of its own; {answer.wildcard} covers it")
        similar = op_search.suggestions(answer.spelling, answer.version)
        if similar:
            lines.append(f"  did you mean {' or '.join(similar)}?")
    if answer.aliases:
        lines.append(f"  also: {', '.join(answer.aliases)}")
    carrying = [argument for argument in op.arguments if argument.effect]
    steering = [argument for argument in op.arguments if not argument.effect]
    if answer.layer:
        lines += ["", f"variables: {variables_in_words(answer.layer)}"]
        steering = [argument for argument in steering if argument.name != "self"]
    if op.arguments:
        lines += ["", "arguments of a call:" if answer.layer else "arguments:"]
        rows = [
            (op_descriptions.signature_name(a), op_descriptions.argument_in_words(op, a.effect))
            for a in carrying
        ]
        lines += _columns(rows)
    if steering:
        names = ", ".join(map(op_descriptions.signature_name, steering))
        lines.append(f"  only steer: {names}")
    if op.results:
        lines += ["", "result: a tuple"]
        lines += _columns(
            [(r.name, op_descriptions.element_in_words(r.effect)) for r in op.results]
        )
    else:
        lines += ["", f"result: {op_descriptions.kind_in_words(op.result)}"]
    facts = list(op_descriptions.facts_in_words(op))
    if facts:
        lines += ["", "facts:", *(f"  {fact}" for fact in facts)]
    for clause in op.clauses:
        lines += ["", f"{op_descriptions.conditions_in_words(clause.conditions)}:"]
        lines += [f"  {phrase}" for phrase in op_descriptions.clause_in_words(clause)]
    return [*lines, *_measured(answer), *_instead(op)]


def _measured(answer: op_search.OpMatch) -> list[str]:
    """Return the measured calls, each with the tape's gradient beside the true slope."""
    examples = examples_of(answer.op.name, answer.version)
    if not examples:
        return []
    lines = ["", f"measured on {measured_on(answer.version)}:"]
    for example in examples:
        special = f"  ({example.condition.replace('-', ' ')})" if example.condition else ""
        lines.append(f"  {example.call}{special}")
        name_width = max(len(item.argument) for item in example.inputs)
        tape_width = max(len(_tape(item)) for item in example.inputs)
        for item in example.inputs:
            both = f"{_tape(item).ljust(tape_width)}  {_slope(item)}"
            lines.append(f"    {item.argument.ljust(name_width)}  {both}")
    return lines


def _tape(measured: Measured) -> str:
    return "tape sees nothing" if measured.tape == "-" else f"tape {measured.tape}"


def _slope(measured: Measured) -> str:
    slope = measured.slope
    return "no slope: a jump, or no float" if slope == "-" else f"true slope {slope}"


def _instead(op: Op) -> list[str]:
    alternatives = alternatives_to(op.name)
    lines = ["", "instead:"] if alternatives else []
    for alternative in alternatives:
        lines += [
            f"  {alternative.call}",
            f"    {alternative.expression}",
            f"    {alternative.words}",
        ]
    return lines


def variables_in_words(layer: str) -> str:
    """Describe what a layer keeps in variables."""
    return "; ".join(_VARIABLES[kind] for kind in variables_of(layer)) or "none"


def variables_of(layer: str) -> list[str]:
    """Return the kinds of variables that a Keras layer has."""
    return [kind for kind in _VARIABLES if has_variables(layer, kind)]


def _columns(rows: list[tuple[str, str]]) -> list[str]:
    width = max((len(name) for name, _ in rows), default=0)
    return [f"  {name.ljust(width)}  {words}" for name, words in rows]


def _line(member: op_search.EffectUse) -> str:
    if member.arguments or member.results:
        return member.op.name
    conditions = (
        op_descriptions.conditions_in_words(clause.conditions) for clause in member.clauses
    )
    return f"{member.op.name}  ({', or '.join(conditions)})"


def _as_object(answer: op_search.OpMatch) -> dict[str, Any]:
    op = answer.op
    return {
        "name": op.name,
        "spelling": answer.spelling,
        "aliases": list(answer.aliases),
        "wildcard": answer.wildcard or None,
        "variables": variables_of(answer.layer) if answer.layer else None,
        "arguments": [_argument(op, argument) for argument in op.arguments],
        "result": op.result,
        "results": [{"name": r.name, "class": r.effect} for r in op.results],
        "facts": _facts(op),
        "clauses": [_clause(clause) for clause in op.clauses],
        "measured_on": measured_on(answer.version),
        "measured": [asdict(example) for example in examples_of(op.name, answer.version)],
        "alternatives": [asdict(alternative) for alternative in alternatives_to(op.name)],
    }


def _argument(op: Op, argument: Argument) -> dict[str, Any]:
    return {
        "name": argument.name,
        "class": argument.effect or None,
        "exception": op.facts.get("raises") if argument.effect == "raises" else None,
        "variadic": argument.variadic,
        "keyword_only": argument.keyword_only,
    }


def _facts(op: Op) -> dict[str, Any]:
    facts: dict[str, Any] = {key: value for key, value in op.facts.items() if key != "raises"}
    for key in ("overflow", "wrong"):
        if key in facts:
            facts[key] = op_descriptions.names_in(facts[key])
    if "singular" in facts:
        points = op_descriptions.points_of(facts["singular"])
        facts["singular"] = {name: [*map(float, values)] for name, values in points.items()}
    return facts


def _clause(clause: Clause) -> dict[str, Any]:
    return {
        "conditions": {key: sorted(values) for key, values in clause.conditions.items()},
        "arguments": dict(clause.effects),
        "result": clause.result or None,
        "exception": clause.raises or None,
        "facts": dict(clause.facts),
    }


def _member(member: op_search.EffectUse, wanted: str) -> dict[str, Any]:
    return {
        "name": member.op.name,
        "class": wanted,
        "arguments": list(member.arguments),
        "results": list(member.results),
        "clauses": [_clause(clause) for clause in member.clauses],
    }
