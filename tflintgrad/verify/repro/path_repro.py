"""The path of a finding as a program: every step as written, what is beside it replaced."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tflintgrad import limits
from tflintgrad.checks.base import Problem
from tflintgrad.diagnostics import Finding
from tflintgrad.engine.analysis import Program, find_problems_in
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import walk_back
from tflintgrad.flow.domain.values import Value
from tflintgrad.verify.repro import expression_writer, source_placeholders, value_writer
from tflintgrad.verify.repro.gradient_path import GradientPath, spine_of
from tflintgrad.verify.repro.heading import heading, outcome, place
from tflintgrad.verify.repro.result import NotReproducible, Reproduction
from tflintgrad.verify.repro.script_layout import Block, Line, Sheet, lay_out
from tflintgrad.verify.repro.source_program import SourceProgram
from tflintgrad.verify.repro.templates import text
from tflintgrad.verify.repro.user_inputs import Input, said_about
from tflintgrad.verify.repro.writer import Unwritable, Writer

_METHODS = {"gradient", "jacobian", "batch_jacobian"}


Inputs = Mapping[str, Any]


def reproduce(finding: Finding, problem: Problem, inputs: Inputs | None = None) -> Reproduction:
    inputs = inputs or {}
    query = problem.query
    if query is None or not problem.path:
        raise NotReproducible(f"{finding.code} is not about a path from a source to a target")
    spine = spine_of(problem)
    if spine.culprit is not None and spine.culprit.context.in_py_function:
        raise NotReproducible("what runs inside `py_function` is not on one path")
    if spine.repro == "not-one-path":
        raise NotReproducible(f"{finding.code} is about more than one path")
    # Shapes that the user knows do not go with the square matrices of our own.
    shaped = any(said.has_shape for said in _said_behind(spine.target, inputs))
    first = source_placeholders.is_unknown(spine.source) and not shaped
    refused = NotReproducible(f"what the path was reduced to is no longer {finding.code}")
    kept: Reproduction | None = None
    for uniform in (first, True) if not first else (True,):
        try:
            found, is_sure = _attempt(finding, problem, query, spine, uniform, inputs)
        except NotReproducible as reason:
            refused = reason
            continue
        if _is_found_again(found, finding.code):
            kept = found
            if is_sure or (shaped and found.given):
                break
    if kept is None:
        raise refused
    return kept


def _attempt(
    finding: Finding,
    problem: Problem,
    query: Query,
    spine: GradientPath,
    uniform: bool,
    inputs: Inputs,
) -> tuple[Reproduction, bool]:
    """The script, and whether its shapes are certain to fit."""
    singular = uniform and spine.repro in source_placeholders.SINGULAR
    # Whoever says which numbers there are says whether they meet that point.
    if singular and not (spine.culprit and _said_behind(spine.culprit, inputs)):
        spine = source_placeholders.at_singular_point(spine)
    else:
        singular = False
    program = SourceProgram(query.context.module.tree)
    where_matters = spine.repro == "any-step"
    writer = Writer(
        program, spine, value_writer, uniform=uniform, where_matters=where_matters, inputs=inputs
    )
    try:
        found = _write(finding, problem, query, writer, singular)
    except Unwritable:
        raise NotReproducible("the target cannot be separated from its program") from None
    return found, uniform or not writer.guesses_shapes


def _said_behind(value: Value, inputs: Inputs) -> list[Input]:
    """What the user says about anything that a value is computed from."""
    if not inputs:
        return []
    said = (said_about(item, inputs) for item in walk_back(value, limit=limits.MAX_RELATED_VALUES))
    return [item for item in said if item is not None]


def _is_found_again(found: Reproduction, code: str) -> bool:
    """A reproduction that tflintgrad itself does not object to has lost its point."""
    return any(
        finding.code == code for finding, _ in find_problems_in(Program(found.text, "reduced.py"))
    )


def _write(
    finding: Finding, problem: Problem, query: Query, writer: Writer, singular: bool
) -> Reproduction:
    tape = "tape"
    writer.fresh_name(tape)
    writer.tapes.add(query.tape, tape)
    writer.tapes.asked[query.tape.number] += 1
    if singular:
        source_placeholders.stand_in_at_singular_point(writer)
    elif writer.uniform or source_placeholders.is_unknown(writer.spine.source):
        source_placeholders.stand_in(writer, query)
    source = expression_writer.source(writer, writer.spine.source)
    target = writer.ref(writer.spine.target)
    asked = _query_text(query, tape, target, source, problem)
    lines = [*writer.lines, *_watches(writer, query, tape)]
    lines += [
        Line(number, text("reset", name=tape), (Block(query.tape),)) for number in query.tape.resets
    ]
    if not any(line.blocks for line in lines) and not query.tape.records_everything:
        lines.append(Line(query.tape.number, text("nothing"), (Block(query.tape),)))
    lines.sort(key=lambda line: line.key)
    return _script(finding, problem, query, writer, lines, asked)


def _query_text(query: Query, tape: str, target: str, source: str, problem: Problem) -> str:
    if query.tape.records_everything:
        return text("graph_query", target=target, source=source)
    method = query.method if query.method in _METHODS else "gradient"
    options = ""
    if problem.effect == "zero" and method == "gradient" and _asks_for_zeros(query):
        options = f", unconnected_gradients={text('zero')}"
    return text("query", tape=tape, method=method, target=target, source=source, options=options)


def _asks_for_zeros(query: Query) -> bool:
    return query.arguments.get(3, "unconnected_gradients") is not None


def _watches(writer: Writer, query: Query, tape: str) -> list[Line]:
    """What the program tells the tape to watch, and a source that only it can tell."""
    found: list[Line] = []
    for watch in query.tape.watched:
        known = writer.known.get(watch.value.number)
        if known is None:
            continue
        written = text("watch", name=tape, value=known.name)
        if any(line.text == written for line in found):
            continue
        key = max(watch.number, known.key)
        blocks = writer.tapes.around(watch.context) or (Block(query.tape),)
        found.append(Line(key, written, blocks))
    return found


def _script(
    finding: Finding,
    problem: Problem,
    query: Query,
    writer: Writer,
    lines: list[Line],
    asked: str,
) -> Reproduction:
    traced = _is_traced(problem, query)
    setup = [line for line in lines if line.is_setup or (traced and _stays_outside(line))]
    body = [line for line in lines if line not in setup]
    # What a trace can raise about a tensor, it raises about one that it was given.
    parameters = ", ".join(line.given for line in setup if line.given and finding.raises)
    sheet = Sheet()
    for row in heading(finding, tuple(writer.stand_ins)):
        sheet.add(row)
    sheet.gap()
    written = "\n".join([*(str(line) for line in lines), *writer.definitions.values(), asked])
    for row in _imports(writer.program, written):
        sheet.add(row)
    for definition in writer.definitions.values():
        sheet.gap()
        sheet.add("")
        sheet.add(definition)
        sheet.add("")
    sheet.gap()
    lay_out(sheet, setup, writer.tapes)
    depth = 0
    if traced:
        sheet.gap()
        sheet.add("")
        sheet.add(text("jit" if _is_jit(problem) else "traced"))
        sheet.add(f"def step({parameters}):")
        depth = 1
    lay_out(sheet, body, writer.tapes, depth)
    if traced:
        query_row = sheet.add(f"return {asked}", depth)
        sheet.add("")
        sheet.add("")
        sheet.add(f"print(step({parameters}))  # {outcome(finding)}")
    else:
        query_row = sheet.add(f"print({asked})  # {outcome(finding)}")
    culprit = problem.culprit
    cut_row = sheet.row_of.get(culprit.number, query_row) if culprit is not None else query_row
    if cut_row != query_row and "#" not in sheet.rows[cut_row - 1]:
        sheet.rows[cut_row - 1] += f"  # {place(finding)}"
    said = tuple(writer.stand_ins)
    return Reproduction("\n".join(sheet.rows) + "\n", query_row, cut_row, said, writer.given)


def _is_traced(problem: Problem, query: Query) -> bool:
    culprit = problem.culprit
    return query.tape.records_everything or (
        culprit is not None and culprit.context.mode == "traced"
    )


def _is_jit(problem: Problem) -> bool:
    return problem.culprit is not None and problem.culprit.context.jit


def _stays_outside(line: Line) -> bool:
    return line.is_made_once and not line.blocks


def _imports(program: SourceProgram, written: str) -> list[str]:
    """The import lines of the names that stand in the text; TensorFlow's always."""
    words = set(re.findall(r"(?<![\w.])[A-Za-z_]\w*", written))
    lines = {line for name, line in program.imports.items() if name in words}
    if "tf" not in program.imports or "tf" not in words:
        lines.add(text("import"))
    if "np" in words and "np" not in program.imports:
        lines.add("import numpy as np")
    return sorted(lines, key=lambda line: (line.startswith("from"), line))
