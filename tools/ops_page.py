"""Write docs/ops.md, a readable op table, from rules/ops.txt: `python -m tools.ops_page`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from tflintgrad.knowledge import op_descriptions, op_search
from tflintgrad.knowledge.op_entry import Clause, Op
from tflintgrad.knowledge.op_table import measured_on, older_versions

PAGE = Path(__file__).resolve().parent.parent / "docs" / "ops.md"

HEAD = """\
# What every operation does to a gradient

Generated from `rules/ops.txt` by `make docs`; do not edit. `make measure-ops` writes that table: it
calls the functions of TensorFlow. There are two exceptions: entries of `tf.raw_ops` come from the
gradient registry, and `tools/measure_ops/corrections.txt` is written by hand. `tflintgrad op NAME`
prints one entry with its other names, the measured numbers, and what to write instead.

A *plain* operation passes a gradient through every argument that can have one, and needs no remark.
Some operations have no argument that can have a gradient. This page only names both kinds; the
tables describe all other operations.

| class | meaning |
|---|---|
"""
REGISTRY_NOTE = "From the gradient registry: *flow* means that a gradient function is registered."

_HARMLESS_FACTS = {"shape", "attribute", "range", "curve"}


def page() -> str:
    """Return the whole page."""
    ops = sorted(op_search.entries(), key=lambda op: (_namespace(op), op.name))
    parts = [HEAD]
    parts += [f"| {name} | {_meaning(name)} |\n" for name in op_search.CLASSES]
    plain = sum(map(is_plain, ops))
    inert = sum(map(is_inert, ops))
    parts.append(
        f"\n{len(ops)} entries: {plain} plain, {inert} without an argument that can have a "
        f"gradient, {len(ops) - plain - inert} in tables.\n"
    )
    parts.append(f"Measured on {measured_on()}. The end lists the differences in older versions.\n")
    for namespace, group in groupby(ops, key=_namespace):
        parts += _section(namespace, list(group))
    for version in older_versions():
        parts += _differences(version, {op.name: op for op in ops})
    return "".join(parts)


def _differences(version: str, newest: dict[str, Op]) -> Iterator[str]:
    """Yield the entries that differ in an older TensorFlow, and those that it does not have yet."""
    older = {op.name: op for op in op_search.entries(version)}
    yield f"\n# TensorFlow {version}\n\nMeasured on {measured_on(version)}. These entries differ:\n"
    yield _COLUMNS
    for name, op in sorted(older.items()):
        if op != newest.get(name):
            yield _row(op)
    missing = sorted(newest.keys() - older.keys())
    listed = ", ".join(f"`{name}`" for name in missing)
    yield f"\nNot available: {listed}.\n"


def is_inert(op: Op) -> bool:
    """True if no argument can have a gradient, and no other fact needs a row."""
    return _without_remarks(op) and all(a.effect in ("", "select", "shape") for a in op.arguments)


def is_plain(op: Op) -> bool:
    """True if a gradient passes all arguments and results that can have one, without remarks."""
    hurt = {result.effect.partition(".")[0] for result in op.results} - {"flow"}
    return (
        _without_remarks(op)
        and not is_inert(op)
        and all(a.effect in ("", "flow", "select", "shape") for a in op.arguments)
        and not hurt & set(op_search.CLASSES)
    )


def _without_remarks(op: Op) -> bool:
    return not op.clauses and not set(op.facts) - _HARMLESS_FACTS


def _namespace(op: Op) -> str:
    return op.name.rpartition(".")[0]


def _meaning(effect: str) -> str:
    words = op_descriptions.effect_in_words(effect).removeprefix(f"{effect}: ")
    if effect == "leaves":
        return f"{words}; `leaves zero`: the true slope is zero too, so nothing is lost"
    if effect == "lost":
        return f"{words}; `lost zero` is {op_descriptions.effect_in_words('lost.zero')}"
    return words


def _section(namespace: str, ops: list[Op]) -> Iterator[str]:
    yield f"\n## {namespace}\n"
    if f"{namespace}." == op_descriptions.REGISTRY:
        yield f"\n{REGISTRY_NOTE}\n"
    for words, belongs in (
        ("Plain", is_plain),
        ("No argument that can have a gradient", is_inert),
    ):
        names = [op.name.rpartition(".")[2] for op in ops if belongs(op)]
        if names:
            listed = ", ".join(f"`{name}`" for name in names)
            yield f"\n{words}: {listed}.\n"
    described = [op for op in ops if not is_plain(op) and not is_inert(op)]
    if described:
        yield _COLUMNS
        for op in described:
            yield _row(op)


_COLUMNS = "\n| operation | arguments | result | remarks |\n|---|---|---|---|\n"


def _row(op: Op) -> str:
    return f"| `{op.name}` | {_arguments(op)} | {_result(op)} | {_remarks(op)} |\n"


def _arguments(op: Op) -> str:
    by_class: dict[str, list[str]] = {}
    for argument in op.arguments:
        if argument.effect:
            by_class.setdefault(argument.effect, []).append(
                f"`{op_descriptions.signature_name(argument)}`"
            )
    order = sorted(by_class, key=op_search.CLASSES.index)
    return "; ".join(f"{', '.join(by_class[name])}: {_class(op, name)}" for name in order)


def _class(op: Op, effect: str) -> str:
    """Return the class with its exception: `raises LookupError`."""
    return f"{effect} {op.facts[effect]}" if effect in op.facts and effect != "shape" else effect


def _result(op: Op) -> str:
    if not op.results:
        return op_descriptions.kind_in_words(op.result)
    return ", ".join(f"`{r.name}`: {r.effect.replace('.', ' ')}" for r in op.results)


def _remarks(op: Op) -> str:
    remarks = list(op_descriptions.remarks_in_words(op))
    for clause in op.clauses:
        differs = [f"{_argument(name)} {_ending(e, clause)}" for name, e in clause.effects.items()]
        if clause.result:
            differs.append(f"the result is {op_descriptions.kind_in_words(clause.result)}")
        differs += op_descriptions.differing_facts(clause)
        when = op_descriptions.conditions_in_words(clause.conditions)
        remarks.append(f"{when}: {', '.join(differs)}")
    return "; ".join(remarks).replace("|", "\\|")


def _argument(name: str) -> str:
    return "every argument:" if name == "*" else f"`{name}`:"


def _ending(effect: str, clause: Clause) -> str:
    return f"{effect} {clause.raises}".strip() if effect == "raises" else effect


def main() -> int:
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
