"""Reproductions of a path: its steps as written, with placeholders for values beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tflintgrad import limits
from tflintgrad.checks.base import Problem
from tflintgrad.diagnostics import Finding
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import walk_back
from tflintgrad.flow.domain.values import Value
from tflintgrad.knowledge.queries import tape_methods
from tflintgrad.verify.code_templates import text
from tflintgrad.verify.repro import expression_writer, invented_sources, value_writer
from tflintgrad.verify.repro.declared_inputs import Input, input_for
from tflintgrad.verify.repro.found_again import Wanted
from tflintgrad.verify.repro.gradient_path import GradientPath, gradient_path_of
from tflintgrad.verify.repro.heading import heading, outcome, position
from tflintgrad.verify.repro.result import NotReproducible, Reproduction
from tflintgrad.verify.repro.script_layout import Block, Line, Script, lay_out
from tflintgrad.verify.repro.user_module import UserModule
from tflintgrad.verify.repro.writer import Writer
from tflintgrad.verify.repro.writing_state import Unwritable

Inputs = Mapping[str, Any]


def reproduce(
    finding: Finding, problem: Problem, inputs: Inputs | None = None, version: str = ""
) -> Reproduction:
    """Return the finding's path as a program; raise NotReproducible if that is impossible."""
    inputs = inputs or {}
    query = problem.query
    if query is None or not problem.path:
        raise NotReproducible(f"{finding.code} is not about a path from a source to a target")
    path = gradient_path_of(problem)
    if path.culprit is not None and path.culprit.context.in_py_function:
        raise NotReproducible("code inside `py_function` is not on a single path")
    if path.culprit is not None and path.culprit.context.recomputed:
        raise NotReproducible("a path does not show what `tf.recompute_grad` does")
    if path.repro == "not-one-path":
        raise NotReproducible(f"{finding.code} is about more than one path")
    # The user's shapes do not fit together with square matrices.
    shaped = any(given.has_shape for given in _inputs_behind(path.target, inputs))
    first = invented_sources.has_unknown_shape(path.source) and not shaped
    refused = NotReproducible("could not reduce this to a small program")
    best: Reproduction | None = None
    for assume_square in (first, True) if not first else (True,):
        try:
            found, shapes_fit = _attempt(finding, problem, query, path, assume_square, inputs)
        except NotReproducible as reason:
            refused = reason
            continue
        again = Wanted(finding.code, tensorflow_version=version).find(found.text, found.cut_row)
        if again is not None:
            best = replace(found, found=again[0])
            if shapes_fit or (shaped and found.used_inputs):
                break
    if best is None:
        raise refused
    return best


def _attempt(
    finding: Finding,
    problem: Problem,
    query: Query,
    path: GradientPath,
    assume_square: bool,
    inputs: Inputs,
) -> tuple[Reproduction, bool]:
    """Return a script, and True if its shapes are certain to fit together."""
    singular = assume_square and path.repro in invented_sources.SINGULAR
    # The user's numbers decide whether the op meets its singular point.
    if singular and not (path.culprit and _inputs_behind(path.culprit, inputs)):
        path = invented_sources.at_singular_point(path)
    else:
        singular = False
    module = UserModule(query.context.module.tree)
    position_matters = path.repro == "any-step"
    writer = Writer(
        module,
        path,
        value_writer,
        assume_square=assume_square,
        position_matters=position_matters,
        inputs=inputs,
    )
    try:
        found = _write(finding, problem, query, writer, singular)
    except Unwritable:
        raise NotReproducible("the target cannot be separated from its program") from None
    return found, assume_square or not writer.guesses_shapes


def _inputs_behind(value: Value, inputs: Inputs) -> list[Input]:
    """Return the user's inputs for values that a value is computed from."""
    if not inputs:
        return []
    found = (input_for(item, inputs) for item in walk_back(value, limit=limits.MAX_RELATED_VALUES))
    return [item for item in found if item is not None]


def _write(
    finding: Finding, problem: Problem, query: Query, writer: Writer, singular: bool
) -> Reproduction:
    tape = "tape"
    writer.names.fresh(tape)
    writer.tapes.add(query.tape, tape)
    writer.tapes.query_counts[query.tape.number] += 1
    if singular:
        invented_sources.stand_in_at_singular_point(writer)
    elif writer.assume_square or invented_sources.has_unknown_shape(writer.path.source):
        invented_sources.stand_in(writer, query)
    source = expression_writer.source(writer, writer.path.source)
    target = writer.ref(writer.path.target)
    query_text = _query_text(query, tape, target, source, problem)
    lines = [*writer.lines, *_watches(writer, query, tape)]
    lines += [
        Line(number, text("reset", name=tape), (Block(query.tape),)) for number in query.tape.resets
    ]
    if not any(line.blocks for line in lines) and not query.tape.records_everything:
        lines.append(Line(query.tape.number, text("nothing"), (Block(query.tape),)))
    lines.sort(key=lambda line: line.key)
    return _script(finding, problem, query, writer, lines, query_text)


def _query_text(query: Query, tape: str, target: str, source: str, problem: Problem) -> str:
    if query.tape.records_everything:
        return text("graph_query", target=target, source=source)
    method = query.method if query.method in tape_methods() else "gradient"
    options = ""
    if problem.effect == "zero" and method == "gradient" and _requests_zeros(query):
        options = f", unconnected_gradients={text('zero')}"
    return text("query", tape=tape, method=method, target=target, source=source, options=options)


def _requests_zeros(query: Query) -> bool:
    return query.arguments.passed("unconnected_gradients") is not None


def _watches(writer: Writer, query: Query, tape: str) -> list[Line]:
    """Return the lines in which a tape starts to watch a value of the script."""
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
    query_text: str,
) -> Reproduction:
    traced = _is_traced(problem, query)
    setup = [line for line in lines if line.is_setup or (traced and _stays_outside(line))]
    body = [line for line in lines if line not in setup]
    # A trace raises exceptions about tensors that are its parameters, not about constants.
    parameters = ", ".join(line.parameter for line in setup if line.parameter and finding.raises)
    script = Script()
    _add_preamble(script, finding, writer, lines, query_text)
    lay_out(script, setup, writer.tapes)
    depth = 0
    if traced:
        script.gap()
        script.add("")
        script.add(text("jit" if _is_jit(problem) else "traced"))
        script.add(f"def step({parameters}):")
        depth = 1
    lay_out(script, body, writer.tapes, depth)
    if traced:
        query_row = script.add(f"return {query_text}", depth)
        script.add("")
        script.add("")
        script.add(f"print(step({parameters}))  # {outcome(finding)}")
    else:
        query_row = script.add(f"print({query_text})  # {outcome(finding)}")
    culprit = problem.culprit
    cut_row = script.row_of.get(culprit.number, query_row) if culprit is not None else query_row
    if cut_row != query_row and "#" not in script.rows[cut_row - 1]:
        script.rows[cut_row - 1] += f"  # {position(finding)}"
    return Reproduction(
        "\n".join(script.rows) + "\n",
        query_row,
        cut_row,
        tuple(writer.stand_ins),
        writer.used_inputs,
    )


def _add_preamble(
    script: Script, finding: Finding, writer: Writer, lines: list[Line], query_text: str
) -> None:
    """Add the heading, the imports that the script needs, and the functions that it calls."""
    written = "\n".join([*(str(line) for line in lines), *writer.definitions.values(), query_text])
    # A comment beside its definition says it of most.
    silent = [item for item in writer.stand_ins if not _is_said_in(written, item)]
    for row in heading(finding, tuple(silent)):
        script.add(row)
    script.gap()
    for row in _imports(writer.module, written):
        script.add(row)
    for definition in writer.definitions.values():
        script.gap()
        script.add("")
        script.add(definition)
        script.add("")
    script.gap()


def _is_said_in(written: str, stand_in: str) -> bool:
    """True if a comment in the script has this replacement: `VALUE by NAME`."""
    value, _, name = stand_in.rpartition(" by ")
    name = name.strip("`")
    return any(
        row.startswith(f"{name} = ") and row.endswith(f"  # stands for {value}")
        for row in written.split("\n")
    )


def _is_traced(problem: Problem, query: Query) -> bool:
    culprit = problem.culprit
    return query.tape.records_everything or (
        culprit is not None and culprit.context.mode == "traced"
    )


def _is_jit(problem: Problem) -> bool:
    return problem.culprit is not None and problem.culprit.context.jit


def _stays_outside(line: Line) -> bool:
    return line.is_made_once and not line.blocks


def _imports(module: UserModule, written: str) -> list[str]:
    """Return the import lines of the names in a text, and always TensorFlow's."""
    words = set(re.findall(r"(?<![\w.])[A-Za-z_]\w*", written))
    lines = {line for name, line in module.imports.items() if name in words}
    if "tf" not in module.imports or "tf" not in words:
        lines.add(text("import"))
    if "np" in words and "np" not in module.imports:
        lines.add("import numpy as np")
    return sorted(lines, key=lambda line: (line.startswith("from"), line))
