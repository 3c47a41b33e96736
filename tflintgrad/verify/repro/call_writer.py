"""Writes calls: which value each argument is, and how the callee is spelled in the script."""

from __future__ import annotations

import ast
import textwrap

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.objects import Function, Layer
from tflintgrad.flow.domain.traversal import walk_back
from tflintgrad.flow.domain.values import Sequence, Value
from tflintgrad.flow.interpreter.operators import entry_of
from tflintgrad.flow.properties.shapes.shape_of import shape_of
from tflintgrad.knowledge.canonical_names import canonical
from tflintgrad.knowledge.methods import names_with
from tflintgrad.knowledge.op_entry import OWNERS_OF_METHODS
from tflintgrad.knowledge.roles import is_a
from tflintgrad.source.syntax.bindings import dotted_name, first_name
from tflintgrad.source.syntax.symbols import SYMBOLS
from tflintgrad.verify.code_templates import text
from tflintgrad.verify.repro.script_layout import Line
from tflintgrad.verify.repro.user_module import code, free_names, render
from tflintgrad.verify.repro.writer import Writer
from tflintgrad.verify.repro.writing_state import Unwritable

#: Methods of a model that work only after `compile`.
_NEEDS_COMPILE = names_with("evaluate")


def call(writer: Writer, value: Value, node: cst.Call) -> str:
    """Write a call of an op, of a value's method, or of an alias of an op."""
    inputs = value.facts.get("inputs") or ()
    op = value.facts.get("op") or ""
    name = value.facts.get("called") or op
    replaced: dict[int, str] = {}
    skipped = 0
    if any(edge.to.site is node for edge in value.edges):
        raise Unwritable  # an element of the call's result
    if _is_library_name(writer, node.func):
        pass  # the callee stays as written
    elif isinstance(node.func, cst.Attribute) and _is_method(name):
        receiver, skipped = _receiver(writer, value, node.func)
        if isinstance(receiver, Layer) and node.func.attr.value in _NEEDS_COMPILE:
            _compile(writer, receiver)
        replaced[id(node.func.value)] = writer.inline(node.func.value, receiver)
    elif op in SYMBOLS.values() and len(inputs) == 2:
        return f"({writer.ref(inputs[0])} {op} {writer.ref(inputs[1])})"
    elif "." in name and name.partition(".")[0] not in OWNERS_OF_METHODS:
        replaced[id(node.func)] = spell_name(writer, name)
    else:
        raise Unwritable
    dropped: list[cst.Arg] = []
    for position, argument in enumerate(node.args):
        parameter = _parameter(value, argument, position + skipped)
        known = _argument(value, parameter, position + skipped, len(node.args) + skipped)
        if known is None and not skipped and len(node.args) == 1 == len(value.edges):
            known = value.edges[0].to
        try:
            replaced[id(argument.value)] = _written_argument(
                writer, value, argument, known, parameter
            )
        except Unwritable:
            if argument.keyword is None or known is not None:
                raise
            dropped.append(argument)  # an option that carries no gradient
    arguments = [argument for argument in node.args if argument not in dropped]
    written = render(node.with_changes(args=arguments) if dropped else node, replaced)
    return f"{written}[{_result(value)}]" if _result(value) is not None else written


def _result(value: Value) -> int | None:
    """Return the value's position among the results of its op; None if there is only one."""
    entry = entry_of(value)
    results = entry.results if entry is not None else ()
    if not results or isinstance(value, Sequence):
        return None
    by_name = [p for p, part in enumerate(results) if part.name == value.name]
    whole = value.dtype in ("int", "bool")
    by_type = [p for p, part in enumerate(results) if (part.effect in ("int", "bool")) is whole]
    return (*by_name, *by_type, 0)[0]


def _parameter(value: Value, argument: cst.Arg, position: int) -> str | None:
    """Return the name of the op's parameter that an argument binds."""
    if argument.keyword is not None:
        return argument.keyword.value
    entry = entry_of(value)
    known = entry.argument(position, None) if entry is not None else None
    return known.name if known is not None and not known.variadic else None


def _is_library_name(writer: Writer, func: cst.CSTNode) -> bool:
    if isinstance(func, cst.Name):
        return writer.module.is_known(func.value)
    return bool(dotted_name(func)) and first_name(func) in writer.module.imports


def _is_method(name: str) -> bool:
    return not name or name.partition(".")[0] in OWNERS_OF_METHODS


def _receiver(writer: Writer, value: Value, func: cst.Attribute) -> tuple[Value, int]:
    """Return the value whose method is called, and how many of the op's inputs it is."""
    inputs = value.facts.get("inputs") or ()
    op = value.facts.get("op") or ""
    if op.partition(".")[0] in OWNERS_OF_METHODS and inputs:
        return inputs[0], 1
    behind = [edge.to for edge in value.edges]
    found = next((item for item in behind if item.site is func.value), None)
    found = found or next((i for i in behind if i.name == dotted_name(func.value) != ""), None)
    before = writer.path.before.get(value.number)
    if found is None:
        found = next((item for item in behind if isinstance(item, Layer)), None)
    if isinstance(found, Layer):
        writer.as_models.add(found.number)
    if found is None and before is not None and len({item.number for item in behind}) == 1:
        found = before
    if found is None:
        raise Unwritable
    return found, 0


def _compile(writer: Writer, model: Layer) -> None:
    """Write `model.compile(…)` as in the program if possible, or else with a default loss."""
    name = writer.ref(model)
    node = model.training.compiled if model.training is not None else None
    written = text("compile", model=name)
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        if all(map(writer.module.is_closed, node.args)):
            written = render(node, {id(node.func.value): name})
        else:
            writer.note_replacement(code(node), written)
    if all(line.text != written for line in writer.lines):
        line = Line(writer.known[model.number].key, written)
        line.is_made_once = True
        writer.lines.append(line)


def _argument(value: Value, parameter: str | None, position: int, count: int) -> Value | None:
    """Return the value of one argument, by the op's signature or by its position."""
    named = value.facts.get("arguments") or {}
    if parameter is not None and (named or entry_of(value) is not None):
        return named.get(parameter)
    inputs = value.facts.get("inputs") or ()
    return inputs[position] if len(inputs) == count else None


def _written_argument(
    writer: Writer, value: Value, argument: cst.Arg, known: Value | None, keyword: str | None
) -> str:
    node = argument.value
    if argument.star:
        known = None
    if known is not None:
        return writer.inline(node, known)
    return as_written(writer, node, value, keyword)


def as_written(writer: Writer, node: cst.CSTNode, value: Value, keyword: str | None = None) -> str:
    """Write an expression whose names are those of values that `value` is computed from."""
    if writer.module.is_closed(node):
        return code(node)
    behind = [edge.to for edge in value.edges]
    found = next((item for item in behind if item.site is node), None)
    if found is not None:
        return writer.inline(node, found)
    literal = _literal_argument(value, node, keyword) or _shape_argument(value, node, keyword)
    if literal is not None:
        return literal
    if is_a(value.facts.get("called") or _callee(value), "numpy_function") and _is_function(node):
        return text("function")
    replaced = {}
    for name in free_names(node):
        if writer.module.is_known(first_name(name)):
            continue
        inner, other = _named(writer, name, value)
        replaced[id(inner)] = other
    return render(node, replaced)


def _literal_argument(value: Value, node: cst.CSTNode, keyword: str | None) -> str | None:
    """Return the literal of an argument that the analysis knows, such as an axis or a dtype."""
    given = value.facts.get("given") or {}
    known = given.get(keyword or "")
    if known is None and "dtype" in given and code(node).endswith(("dtype", "type")):
        known = given["dtype"]
    if known in ("float", "int", "bool"):
        names_type = (keyword or "").endswith(("type", "Tout")) or code(node).endswith("dtype")
        return text(known) if names_type else None
    try:
        return repr(ast.literal_eval(known)) if known is not None else None
    except (ValueError, SyntaxError):
        return None


def _shape_argument(value: Value, node: cst.CSTNode, parameter: str | None) -> str | None:
    """Return a shape whose sizes are names in the program but known to the analysis."""
    shape = shape_of(value)
    if not shape.size or parameter not in ("shape", "dims", None):
        return None
    if not isinstance(node, (cst.Tuple, cst.List)) or len(node.elements) != shape.rank:
        return None
    return str(shape)


def _callee(value: Value) -> str:
    """Return the canonical name of the callee at a value's site; empty if it is not a name."""
    node = value.site
    return canonical(dotted_name(node.func)) if isinstance(node, cst.Call) else ""


def _is_function(node: cst.CSTNode) -> bool:
    return isinstance(node, (cst.Name, cst.Attribute, cst.Lambda))


def _named(writer: Writer, name: cst.BaseExpression, value: Value) -> tuple[cst.CSTNode, str]:
    """Return the part of a dotted name that is a value or function, and its name in the script."""
    part: cst.CSTNode = name
    while True:
        dotted = dotted_name(part)
        found = _value_named(dotted, value)
        if found is not None:
            return part, writer.ref(found)
        if dotted in writer.module.functions:
            return part, copy_function(writer, dotted)
        if not isinstance(part, cst.Attribute):
            raise Unwritable
        part = part.value


def _value_named(dotted: str, value: Value) -> Value | None:
    candidates = [
        item
        for item in walk_back(value, limit=limits.MAX_RELATED_VALUES)
        if item.name == dotted and item is not value and item.number < value.number
    ]
    return max(candidates, key=lambda item: item.number, default=None)


def copy_function(writer: Writer, name: str) -> str:
    """Copy a function of the module, with the functions that it calls, and return its name."""
    if name in writer.definitions:
        return name
    node = writer.module.functions[name]
    writer.definitions[name] = ""  # it may call itself
    for free in free_names(node):
        used = first_name(free)
        if writer.module.is_known(used) or used == name:
            continue
        if used not in writer.module.functions:
            raise Unwritable
        copy_function(writer, used)
    writer.definitions[name] = textwrap.dedent(code(node.with_changes(leading_lines=[])))
    return name


def function(writer: Writer, value: Function) -> str:
    """Write a lambda, or copy a function of the module and return its name."""
    if isinstance(value.node, cst.Lambda) and writer.module.is_closed(value.node):
        return code(value.node)
    if writer.module.functions.get(value.name) is value.node:
        return copy_function(writer, value.name)
    raise Unwritable


def spell_name(writer: Writer, name: str) -> str:
    """Return a canonical name as the script can spell it with its imports."""
    root, _, rest = name.partition(".")
    if root == "builtins":
        return rest
    if root == "keras" and "keras" not in writer.module.imports:
        return f"tf.{name}"
    if root in ("tf", "np", "keras", "math") or root in writer.module.imports:
        return name
    raise Unwritable


def with_arguments(writer: Writer, value: Layer, node: cst.Call, arguments: Arguments) -> str:
    """Write the call that creates a layer, with all of its arguments known."""
    replaced: dict[int, str] = {}
    if not (dotted_name(node.func) and first_name(node.func) in writer.module.imports):
        replaced[id(node.func)] = spell_name(writer, value.name)
    for position, argument in enumerate(node.args):
        if argument.star:
            raise Unwritable
        known = (
            arguments.keywords.get(argument.keyword.value)
            if argument.keyword is not None
            else arguments.positional[position]
        )
        if writer.module.is_closed(argument.value):
            continue
        if known is None:
            raise Unwritable
        replaced[id(argument.value)] = writer.inline(argument.value, known)
    return render(node, replaced)


def _has_rank(writer: Writer, value: Value, depth: int = 8) -> bool:
    """True if the program shows how many dimensions the value has, so that a layer accepts it."""
    if value.facts.get("layer") is not None:
        return value.facts["layer"].number not in writer.as_weights
    if isinstance(value.site, cst.Call) and writer.module.is_closed(value.site):
        return "op" in value.facts or value.kind in (kinds.VARIABLE, kinds.NDARRAY)
    inputs = value.facts.get("inputs") or ()
    if depth == 0 or not inputs or value.facts.get("op") == "[]":
        return False
    return all(item.const is not None or _has_rank(writer, item, depth - 1) for item in inputs)


def layer_call(writer: Writer, value: Value) -> str:
    """Write a layer's call on its inputs, or a product with its weights if shapes are unknown."""
    layer = value.facts["layer"]
    inputs = value.facts.get("inputs") or tuple(
        edge.to
        for edge in value.edges
        if edge.to is not layer and edge.to.kind is not kinds.SYMBOLIC
    )
    if layer.number not in writer.known and not all(_has_rank(writer, item) for item in inputs):
        writer.as_weights.add(layer.number)
        writer.guesses_shapes = True
    name = writer.ref(layer)
    node = value.site
    nodes: list[cst.CSTNode | None] = [None] * len(inputs)
    if isinstance(node, cst.Call) and len(node.args) >= len(inputs):
        nodes = [argument.value for argument in node.args[: len(inputs)]]
    written = [
        writer.inline(argument, item) if argument is not None else writer.ref(item)
        for argument, item in zip(nodes, inputs, strict=True)
    ]
    if layer.number not in writer.as_weights:
        return f"{name}({', '.join(written)})"
    replaced = code(node) if node is not None else "the layer"
    first = inputs[0] if inputs else None
    if first is None or first.dtype in ("int", "bool", "string"):
        result = text("weights", weights=name)
    else:
        result = text("layer", value=written[0], weights=name)
    writer.note_replacement(replaced, result)
    return result
