"""tf.raw_ops: read off the gradient registry and the op definitions; calling them adds nothing."""

from __future__ import annotations

from typing import Any

_FLOATING = {"DT_FLOAT", "DT_DOUBLE", "DT_HALF", "DT_BFLOAT16"}
_KINDS = {
    "float": _FLOATING,
    "complex": {"DT_COMPLEX64", "DT_COMPLEX128"},
    "bool": {"DT_BOOL"},
    "string": {"DT_STRING"},
    "int": {f"DT_{sign}INT{bits}" for sign in ("", "U") for bits in (4, 8, 16, 32, 64)},
}
_CARRYING = _FLOATING | _KINDS["complex"]
_UNTYPED = {"DT_RESOURCE", "DT_VARIANT"}
# Registered with a gradient function that returns zeros.
_ZERO = {"Sign"}


def lines() -> list[str]:
    """Return one line for every raw op: flow, none (registered as None) or raises.LookupError."""
    import tensorflow as tf
    from tensorflow.python.framework import op_def_registry, ops

    found = []
    for name in sorted(dir(tf.raw_ops)):
        definition = None if name.startswith("_") else op_def_registry.get(name)
        if definition is not None:
            found.append(_line(name, definition, ops))
    return found


def _line(name: str, definition: Any, ops: Any) -> str:
    effect = _effect(name, ops)
    outputs = [_types(output, definition) for output in definition.output_arg]
    if not any(types & _CARRYING or types & _UNTYPED or not types for types in outputs):
        effect = "none"  # the result is no float, so the registry does not matter
    # raw ops take keywords only; the order is that of the definition
    words = ["*"]
    for argument in definition.input_arg:
        types = _types(argument, definition)
        carries = not types or bool(types & _CARRYING)
        words.append(f"{argument.name}:{effect if carries else 'select'}")
    words += [a.name for a in definition.attr if not _is_inferred(a.name, definition)]
    words.append("name")
    result = _result(definition, outputs)
    return f"tf.raw_ops.{name}({', '.join(words)}){f' -> {result}' if result != 'float' else ''}"


def _effect(name: str, ops: Any) -> str:
    if name in _ZERO:
        return "zero"
    try:
        return "flow" if ops._gradient_registry.lookup(name) is not None else "none"
    except LookupError:
        return "raises.LookupError"


def _result(definition: Any, outputs: list[set[str]]) -> str:
    kinds = [_kind(types) for types in outputs]
    if not kinds:
        return "none"
    if len(kinds) == 1:
        return kinds[0]
    named = zip(definition.output_arg, kinds, strict=True)
    return "(" + ", ".join(f"{o.name}:{'flow' if k == 'float' else k}" for o, k in named) + ")"


def _kind(types: set[str]) -> str:
    if not types or types & _FLOATING:
        return "float"
    for kind, members in _KINDS.items():
        if types & members:
            return kind
    return "object"


def _types(argument: Any, definition: Any) -> set[str]:
    """Return the dtypes an input or output may have; empty when there is no restriction."""
    from tensorflow.core.framework import types_pb2

    if argument.type:
        return {types_pb2.DataType.Name(argument.type)}
    wanted = argument.type_attr or argument.type_list_attr
    for attr in definition.attr:
        if attr.name == wanted:
            return {types_pb2.DataType.Name(t) for t in attr.allowed_values.list.type}
    return set()


def _is_inferred(attr: str, definition: Any) -> bool:
    """True for attributes that follow from the inputs, which are not arguments."""
    return any(attr in (a.type_attr, a.number_attr, a.type_list_attr) for a in definition.input_arg)
