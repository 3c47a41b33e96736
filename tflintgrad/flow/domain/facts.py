"""Facts: what a value of any class may carry besides its slots, with the meaning of each fact.

A fact of one class is a field of that class: `Variable.trainable`, `Sequence.columns`,
`Trainable.training`. A value of any class can have these: how it was computed, where it goes, and
what is known of it. Most values have few of them, so they are in a dict.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

import libcst as cst

if TYPE_CHECKING:
    from tflintgrad.flow.domain.arguments import Arguments
    from tflintgrad.flow.domain.choice import Choice
    from tflintgrad.flow.domain.objects import Layer, Weights
    from tflintgrad.flow.domain.values import Value
    from tflintgrad.flow.library_models.custom_gradient import CustomGradient
    from tflintgrad.flow.properties.ranges import Range
    from tflintgrad.flow.properties.shapes.shape import Shape


class Facts(TypedDict, total=False):
    """The facts of one value, by name."""

    # --- how it was computed
    op: str  #: the op in the op table, the symbol of an operator, or "[]" for a subscript
    called: str  #: the op as the program names it
    inputs: tuple[Value, ...]  #: the operands of the op, in order
    arguments: dict[str, Value]  #: the arguments of the op, by name
    given: dict[str, str]  #: constants among the arguments of the op, by name
    passed: Arguments  #: everything that the call got, also what no gradient depends on
    index: Any  #: the constant index of a subscript
    #: of a subscript: the owner, then for each index its value, a slice, None or `...`; unknown
    #: bounds of slices are texts, the same for the same computation
    slices: tuple[Any, ...]
    only_reshapes: bool  #: the subscript selects everything (`x[:, None]`)
    layer: Layer  #: the layer whose call computed it
    template: Value  #: the symbolic output of a functional model whose call is one value
    loss: Layer  #: the Keras loss whose call computed it
    custom: CustomGradient  #: the call of a custom-gradient function that computed it
    choice: Choice  #: of a φ-node of callables or of their results: the callables
    opaque: bool  #: the result of unread code
    not_followed: bool  #: the result of a call, or a name of a module, beyond a limit
    stub: bool  #: the result of a method without a body; true if it is annotated as a tensor
    havocked: bool  #: a call that was not analysed had it, and may have changed it
    constant: bool  #: made by `tf.constant`

    # --- where it goes
    bound: cst.CSTNode  #: its last assignment
    kept: cst.CSTNode  #: where the program put it into an object or container
    returned: cst.CSTNode  #: the `return` statement that returned it
    attribute: tuple[int, str]  #: of a number: the object and attribute that hold it
    dropped: bool  #: it is the value of a statement, which nothing uses
    rebinds: Value  #: the value that its name or attribute held before
    rebound_at: cst.CSTNode  #: where it replaced that value

    # --- what it is
    same_as: Value  #: another value that is the same object
    element: bool  #: it stands for the elements of a container
    element_of: Value  #: the collection that a loop took it from
    any_of: Weights  #: of a variable: each of these in turn, as they are before the first step
    assigned: Value  #: the variable that a method which returned it has set
    asked_for_history: bool  #: the program asks it for the layer that made it
    inspected: bool  #: the program tests its class with `isinstance`
    parameter: bool  #: a parameter of an entry function: no call passes it
    holds_weights: bool  #: of an unknown object: the program asks it for its variables
    from_super: bool  #: an attribute of an unread base class
    symbolic: bool | None  #: part of the description of a functional model; nothing ran
    shape: Shape  #: what `shape_of` found out
    #: how its shape follows from that of a value: "same", "row", "batched" (rows), "part" (some of
    #: all rows), "shape" (it is the shape), "dimension" (one of the shape, at an index)
    shape_from: tuple[str, Value, int]
    sole_loss: bool  #: of the prediction that a loss function gets: no other loss trains the model
    predicted: Value  #: of the prediction that a loss function gets: what the model computes
    range: Range | None  #: what `range_of` found out
    zero_start: frozenset[Value] | None  #: what `zero_start` found out
    zero_reasons: dict[int, str | None]  #: what `zero_reason` found out, for each part
    literal: list[float]  #: the numbers it certainly holds, if a check needed them
