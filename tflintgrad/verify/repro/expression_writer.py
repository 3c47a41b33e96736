"""Writes single values: operators, subscripts, containers, variables, layers."""

from __future__ import annotations

import ast

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import External, Function, Gradients, Layer, Weights
from tflintgrad.flow.domain.values import Mapping, Sequence, Value
from tflintgrad.flow.domain.variables import Variable, is_trainable
from tflintgrad.knowledge.methods import names_with
from tflintgrad.knowledge.queries import tape_methods
from tflintgrad.knowledge.variable_lists import attributes
from tflintgrad.source.syntax.bindings import children
from tflintgrad.verify.code_templates import text
from tflintgrad.verify.repro import call_writer, placeholders
from tflintgrad.verify.repro.script_layout import Line
from tflintgrad.verify.repro.user_module import code, render
from tflintgrad.verify.repro.writer import Writer
from tflintgrad.verify.repro.writing_state import Unwritable


def expression(writer: Writer, value: Value) -> str:
    """Return the value's expression, with the script's names instead of the program's."""
    if isinstance(value, Gradients):
        return gradients(writer, value)
    if isinstance(value, Layer):
        return _layer(writer, value)
    if isinstance(value, Weights):
        return _weights(writer, value)
    if isinstance(value, Sequence):
        return _sequence(writer, value)
    if isinstance(value, Mapping):
        return _mapping(writer, value)
    if isinstance(value, External):
        return call_writer.spell_name(writer, value.name)
    if isinstance(value, Function):
        return call_writer.function(writer, value)
    if value.kind is kinds.VARIABLE:
        return _variable(writer, value)
    if value.facts.get("layer") is not None:
        return call_writer.layer_call(writer, value)
    before = writer.path.before.get(value.number)
    if before is not None and before.kind is kinds.DATASET:
        return f"next(iter({writer.ref(before)}))"
    return _operation(writer, value)


def _weights(writer: Writer, value: Weights) -> str:
    owner = writer.ref(value.owner)
    return f"[{owner}]" if value.owner.number in writer.as_weights else f"{owner}.{value.name}"


def _operation(writer: Writer, value: Value) -> str:
    node = value.site
    inputs = value.facts.get("inputs") or ()
    if isinstance(node, cst.Call):
        return call_writer.call(writer, value, node)
    if isinstance(node, cst.BinaryOperation) and len(inputs) == 2:
        left, right = writer.inline(node.left, inputs[0]), writer.inline(node.right, inputs[1])
        return render(node, {id(node.left): left, id(node.right): right})
    if isinstance(node, cst.Comparison) and len(inputs) == 2 and len(node.comparisons) == 1:
        other = node.comparisons[0].comparator
        left, right = writer.inline(node.left, inputs[0]), writer.inline(other, inputs[1])
        return render(node, {id(node.left): left, id(other): right})
    if isinstance(node, cst.UnaryOperation) and len(inputs) == 1:
        return render(node, {id(node.expression): writer.inline(node.expression, inputs[0])})
    if isinstance(node, cst.AugAssign) and len(inputs) == 2:
        return f"{writer.ref(inputs[0])} {value.facts['op']} {writer.inline(node.value, inputs[1])}"
    if isinstance(node, cst.Subscript):
        return _subscript(writer, value, node)
    if isinstance(node, cst.FormattedString) and value.edges:
        return call_writer.as_written(writer, node, value)
    if isinstance(node, cst.Attribute) and value.edges and value.kind is not kinds.UNKNOWN:
        return render(node, {id(node.value): writer.inline(node.value, value.edges[0].to)})
    raise Unwritable


def _subscript(writer: Writer, value: Value, node: cst.Subscript) -> str:
    inputs = value.facts.get("inputs") or tuple(edge.to for edge in value.edges[:1])
    if not inputs:
        raise Unwritable
    replaced = {id(node.value): writer.inline(node.value, inputs[0])}
    if writer.assume_square and not value.facts.get("only_reshapes"):
        raise Unwritable
    indices = [edge.to for edge in value.edges if edge.label == "cut"]
    for element in node.slice:
        part = element.slice
        for inner in children(part):
            if writer.module.is_closed(inner):
                continue
            found = next((index for index in indices if index.site is inner), None)
            if found is None and len(indices) == 1:
                found = indices[0]
            replaced[id(inner)] = (
                writer.inline(inner, found)
                if found is not None
                else call_writer.as_written(writer, inner, value)
            )
    return render(node, replaced)


def _sequence(writer: Writer, value: Sequence) -> str:
    items = list(value.items)
    if value.rest is not None:
        items.append(value.rest)
    if not items or len(items) > 16:
        if not items and value.exact and value.site is not None:
            return "[]" if value.kind is kinds.LIST else "()"
        raise Unwritable
    nodes: list[cst.CSTNode | None] = [None] * len(items)
    if isinstance(value.site, (cst.List, cst.Tuple)) and len(value.site.elements) == len(items):
        nodes = [element.value for element in value.site.elements]
    written = [
        writer.inline(node, item) if node is not None else writer.ref(item)
        for node, item in zip(nodes, items, strict=True)
    ]
    if value.kind is kinds.TUPLE:
        return f"({', '.join(written)}{',' if len(written) == 1 else ''})"
    return f"[{', '.join(written)}]"


def _mapping(writer: Writer, value: Mapping) -> str:
    if value.rest is not None or not value.entries:
        raise Unwritable
    return "{" + ", ".join(f"{key!r}: {writer.ref(v)}" for key, v in value.entries.items()) + "}"


def _variable(writer: Writer, value: Value) -> str:
    node = value.site
    initial = value.initial if isinstance(value, Variable) else None
    on_path = value.number in writer.path.before
    if on_path and initial is not None:
        return placeholders.variable(value, writer.ref(initial))
    if writer.assume_square and value.scalar is not True:
        raise Unwritable
    if isinstance(node, cst.Call) and not value.facts.get("element_of"):
        if writer.module.is_closed(node):
            return code(node)
        shape = next((a.value for a in node.args if a.keyword and a.keyword.value == "shape"), None)
        if shape is not None and writer.module.is_closed(shape) and initial is None:
            return placeholders.variable(value, placeholders.spread(_shape(shape)))
    if initial is not None and not writer.assume_square and not writer.path.is_related(initial):
        return placeholders.variable(value, writer.ref(initial))
    raise Unwritable


def _shape(node: cst.CSTNode) -> tuple[int, ...]:
    try:
        shape = ast.literal_eval(code(node))
    except (ValueError, SyntaxError) as problem:
        raise Unwritable from problem
    sizes = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    if not all(isinstance(size, int) for size in sizes):
        raise Unwritable
    return sizes


def _layer(writer: Writer, layer: Layer) -> str:
    """Write the call that creates a layer if possible; else one variable for all its weights."""
    node = layer.site
    is_whole = not writer.assume_square and layer.number not in writer.as_weights
    if isinstance(node, cst.Call) and is_whole:
        if writer.module.is_closed(node):
            return code(node)
        arguments = layer.arguments
        if len(arguments.positional) + len(arguments.keywords) == len(node.args):
            try:
                return call_writer.with_arguments(writer, layer, node, arguments)
            except Unwritable:
                pass
    if layer.kind not in (kinds.LAYER, kinds.MODEL):
        raise Unwritable
    uncalled = layer is writer.path.source and not writer.path.source_is_called
    if uncalled or layer.number in writer.as_models:
        return text("model")
    writer.as_weights.add(layer.number)
    return text("variable", value=text("scalar"), options="")


def gradients(writer: Writer, value: Gradients) -> str:
    """Write a query whose result the program uses in further computations."""
    query = value.query
    if query.tape.records_everything:
        raise Unwritable
    tape = writer.tapes.names.get(query.tape.number) or writer.names.fresh("inner_tape")
    writer.tapes.add(query.tape, tape)
    writer.tapes.query_counts[query.tape.number] += 1
    method = query.method if query.method in tape_methods() else "gradient"
    return text(
        "query",
        tape=tape,
        method=method,
        target=writer.ref(query.target),
        source=source(writer, query.sources_value),
        options="",
    )


def source(writer: Writer, value: Value) -> str:
    """Return the sources argument of a query; for a layer, its trainable variables."""
    written = writer.ref(value)
    if isinstance(value, Layer) and value.number not in writer.as_weights:
        return f"{written}.{attributes('trainable')[0]}"
    return written


def _step(writer: Writer, gradient: Value, holder: Value) -> str:
    """Write an optimizer's step that applies a gradient to a variable."""
    name = writer.names.fresh("optimizer")
    writer.lines.append(Line(0, f"{name} = {text('optimizer')}", is_setup=True))
    gradients = writer.ref(gradient)
    pairs = f"zip({gradients}, [{writer.ref(holder)}])"
    several = isinstance(gradient, Sequence) or (
        isinstance(gradient, Gradients)
        and isinstance(gradient.query.sources_value, (Sequence, Weights))
    )
    if not several:
        pairs = f"[({gradients}, {writer.ref(holder)})]"
    return text("apply", optimizer=name, pairs=pairs)


def _holder(writer: Writer, holder: Value) -> str:
    """Write the variable that is assigned to; if its shape is unknown, one of any shape."""
    node = holder.site
    known = holder.number in writer.known or (
        isinstance(node, cst.Call) and writer.module.is_closed(node)
    )
    if not known and holder.kind is kinds.VARIABLE:
        options = text("not_trainable") if is_trainable(holder) is False else ""
        made = text("variable_of_any_shape", value=text("scalar"), options=options)
        writer.replace(holder, made)
    return writer.ref(holder)


def assignment(writer: Writer, state: Value, holder: Value) -> str:
    """Return `v.assign(x)` as a statement."""
    node = state.site
    assigned = writer.path.before.get(state.number) or next((e.to for e in state.edges), None)
    if not isinstance(node, cst.Call) or not isinstance(node.func, cst.Attribute):
        raise Unwritable
    if assigned is None or not node.args:
        raise Unwritable
    if node.func.attr.value not in names_with("assign", "increment", "update", "assign_slice"):
        return _step(writer, assigned, holder)
    written = _holder(writer, holder)
    owner = node.func.value
    replaced = {id(owner): written}
    if isinstance(owner, cst.Subscript):
        indices = [part.slice for part in owner.slice]
        closed = all(writer.module.is_closed(index) for index in indices)
        written_index = ", ".join(code(index) for index in indices) if closed else "0"
        replaced = {id(owner): f"{written}[{written_index}]"}
    cut = [edge.to for edge in state.edges]
    for argument in node.args:
        if writer.module.is_closed(argument.value):
            continue
        found = next((item for item in cut if item.site is argument.value), None)
        if found is None and len(node.args) == 1:
            found = assigned
        replaced[id(argument.value)] = (
            writer.inline(argument.value, found)
            if found is not None
            else call_writer.as_written(writer, argument.value, state)
        )
    return render(node, replaced)
