"""What a value can carry besides its kind: one place that says what each fact means.

Most values carry few of them, so they live in a dict and not in slots.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

import libcst as cst

if TYPE_CHECKING:
    from tflintgrad.flow.domain.objects import Layer
    from tflintgrad.flow.domain.values import Choice, Value
    from tflintgrad.flow.models.custom_gradient import CustomGradient


class Facts(TypedDict, total=False):
    # --- how it was computed
    op: str  #: the op of the table, or the operator's symbol, "[]" for a subscript
    called: str  #: the op as the user named it
    inputs: tuple[Value, ...]  #: what the op was applied to, in order
    arguments: dict[str, Value]  #: the same by argument name
    given: dict[str, str]  #: what is known statically of the arguments
    index: Any  #: the constant index of a subscript
    only_reshapes: bool  #: the subscript selects everything (`x[:, None]`)
    layer: Layer  #: the layer whose call this is
    template: Value  #: the symbolic output of the functional model whose call this is
    custom: CustomGradient  #: the custom-gradient call this is the result of
    choice: Choice  #: of a φ-node of callables, or of what they return: what they are
    opaque: bool  #: the result of code that was not read
    not_followed: bool  #: of a function: a call of it was too deep, or too much work; of its result
    constant: bool  #: made by `tf.constant`

    # --- where it goes
    bound: cst.CSTNode  #: the last assignment of it
    kept: cst.CSTNode  #: where it was put into an object or container
    returned: cst.CSTNode  #: the `return` that gave it back
    rebinds: Value  #: what the name or attribute held before
    rebound_at: cst.CSTNode  #: where that was replaced
    names: list[str]  #: of gradients: the names they were bound to
    unpacked: int  #: into how many names or rows it was unpacked

    # --- what it is
    trainable: bool | None  #: of a variable; None: not known
    initial: Value  #: of a variable: what it was made from
    regularized: bool  #: a Keras variable with a regularizer
    keras: bool  #: a Keras variable, which is no `tf.Variable`
    old: bool  #: a variable of TensorFlow 1, which may have in-place operators
    same_as: Value  #: another value that is this very object
    element: bool  #: a summary of elements
    element_of: Value  #: the collection it was drawn from, one in each iteration
    fields: dict[str, Value]  #: the fields of a named tuple
    parts: tuple[Value, ...]  #: the lists that were added up to this one
    columns: list[Value]  #: of `zip(...)`: its arguments
    reordered: bool  #: no longer in the order of what it was made from
    default_factory: Value | None  #: of `dataclasses.field`
    parameter: bool  #: a parameter that nobody was seen to pass
    from_super: bool  #: an attribute of a base class that was not read
    symbolic: bool  #: describes a functional model: nothing ran
    size: int  #: number of elements, where the program spells out the shape
    rows: int  #: the same without the last dimension
    slice_of_variable: Value
    of: Value  #: of a state: the variable that was assigned to
    compiled: cst.CSTNode  #: of a model: its last `compile`
    literal: list[float]  #: the numbers it certainly holds, once somebody asked
