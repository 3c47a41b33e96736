"""Methods and attributes of what holds tensors, as functions of `self` that can be measured."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from tools.measure_ops.surface import Public
from tools.measure_ops.values import VAR, F, Slot, ragged, sparse

# Operators and builtins call these; other double-underscore methods are internal.
_OPERATORS = """
    abs add and bool complex contains divmod eq float floordiv ge getitem gt iadd imul index int
    invert ipow isub iter itruediv le len lt matmul mod mul ne neg or pos pow radd rand rfloordiv
    rmatmul rmod rmul ror round rpow rsub rtruediv rxor sub truediv xor
"""
OPERATORS = frozenset(_OPERATORS.split())

# About devices, names and graphs, whichever class has them; never about values.
_PLUMBING = """
    OVERLOADABLE_OPERATORS SaveSliceInfo backing_device close consumers count_up_to cpu create
    device eval experimental_ref flow from_proto from_value gpu grad graph handle initializer
    is_packed load name op overwrite_with_gradient path ref set_shape to_proto value_index
"""
PLUMBING = frozenset(_PLUMBING.split())


@dataclass(frozen=True)
class Holder:
    """A class that holds tensors: how an object is made from plain numbers."""

    cls: type
    wrap: Callable[[Any], Any]
    numbers: Callable[[], Slot]


class Member:
    """A method or attribute; `self` comes as plain numbers and is wrapped before the access."""

    def __init__(self, holder: Holder, name: str) -> None:
        found = inspect.getattr_static(holder.cls, name)
        self.holder = holder
        self.name = name
        self.is_attribute = not callable(found)
        self.__signature__ = inspect.Signature([_SELF]) if self.is_attribute else _signature(found)

    def __call__(member, /, **arguments: Any) -> Any:  # noqa: N805 - `self` is among the arguments
        holder = member.holder.wrap(arguments.pop("self"))
        found = getattr(holder, member.name)
        return found if member.is_attribute else found(*arguments.values())


_SELF = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)


def _signature(method: Any) -> inspect.Signature:
    try:
        given = list(inspect.signature(method).parameters.values())[1:]
    except (TypeError, ValueError):  # written in C
        given = []
    usual = [p.replace(kind=p.POSITIONAL_OR_KEYWORD) for p in given if p.kind in _PLAIN]
    return inspect.Signature([_SELF, *usual])


_PLAIN = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


@cache
def public_members() -> tuple[Public, ...]:
    """Return every public member and operator of the classes that hold tensors."""
    found: list[Public] = []
    for owner, holder in _holders().items():
        for name in _names(holder.cls):
            static = inspect.getattr_static(holder.cls, name)
            if isinstance(static, (classmethod, staticmethod)):
                found.append(Public((f"tf.{owner}.{name}",), getattr(holder.cls, name)))
            else:
                found.append(Public((f"{owner}.{name}",), Member(holder, name)))
    return tuple(found)


@cache
def _holders() -> dict[str, Holder]:
    import tensorflow as tf
    from tensorflow.python.framework import ops

    return {
        "IndexedSlices": Holder(tf.IndexedSlices, _indexed_slices, lambda: F(2)),
        "RaggedTensor": Holder(tf.RaggedTensor, ragged, lambda: F(3)),
        "SparseTensor": Holder(tf.SparseTensor, sparse, lambda: F(2)),
        "Tensor": Holder(ops.EagerTensor, _as_it_is, lambda: F(3)),
        "TensorArray": Holder(tf.TensorArray, _tensor_array, lambda: F(3)),
        "Variable": Holder(_type_of_variables(), _as_it_is, lambda: VAR(3)),
    }


def _type_of_variables() -> type:
    from tensorflow.python.ops import resource_variable_ops

    found: type = resource_variable_ops.ResourceVariable
    return found


def _as_it_is(value: Any) -> Any:
    return value


def _indexed_slices(values: Any) -> Any:
    import tensorflow as tf

    return tf.IndexedSlices(values, tf.constant([0, 2]), tf.constant([3]))


def _tensor_array(values: Any) -> Any:
    import tensorflow as tf

    return tf.TensorArray(values.dtype, 3).unstack(values)


def _names(cls: type) -> Iterator[str]:
    for name in sorted(dir(cls)):
        if name.startswith("__"):
            own = getattr(cls, name) is not getattr(object, name, None)
            if own and name.strip("_") in OPERATORS:
                yield name
        elif not name.startswith("_") and name not in PLUMBING:
            yield name
