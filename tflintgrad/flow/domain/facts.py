"""Facts: what a value of any class may carry besides its slots, with the meaning of each fact.

Most values carry few facts, so they are in a dict. A fact of one class is a field of that class:
`Variable.trainable`, `Gradients.names`, `State.of`. These remain, because values of several classes
carry them:

- how a value was computed and where it goes, and its properties (shape, range): any value;
- facts of a model: it is a `Layer`, or an `Instance` of a subclass;
- facts of an unknown object, a number or a parameter: plain values have no class of their own;
- facts of a list: it is a `Sequence`, `Weights` or `Gradients`. Those of sequences alone
  (`columns`, `fields`, `over`, `unordered`) are here, as many sequences are made and few have one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

import libcst as cst

if TYPE_CHECKING:
    from tflintgrad.flow.domain.arguments import Arguments
    from tflintgrad.flow.domain.context import Context
    from tflintgrad.flow.domain.objects import Layer
    from tflintgrad.flow.domain.values import Choice, Value
    from tflintgrad.flow.models.custom_gradient import CustomGradient
    from tflintgrad.flow.properties.ranges import Range
    from tflintgrad.flow.properties.shape_domain import Shape


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
    not_followed: bool  #: of a function and of its result: a call was beyond the budget
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
    unordered: bool  #: a list of layers of which only the last has a certain position

    # --- what it is
    same_as: Value  #: another value that is the same object
    element: bool  #: it stands for the elements of a container
    element_of: Value  #: the collection that a loop took it from
    inspected: bool  #: the program tests its class with `isinstance`
    fields: dict[str, Value]  #: the fields of a named tuple
    parts: tuple[Value, ...]  #: the lists whose sum this is
    columns: list[Value]  #: of `zip(...)`: its arguments
    over: Value  #: of a list: the list that a comprehension made it of, item by item
    reordered: bool  #: not the items of what it was made from, or in another order
    default_factory: Value | None  #: the argument of `dataclasses.field`
    assumed: bool  #: an object that no code makes: a subclass may override its methods
    parameter: bool  #: a parameter of an entry function: no call passes it
    holds_weights: bool  #: of an unknown object: the program asks it for its variables
    from_super: bool  #: an attribute of an unread base class
    symbolic: bool  #: part of the description of a functional model; nothing ran
    shape: Shape  #: what `shape_of` found out
    #: how its shape follows from that of a value: "same", "row", "batched" (rows), "part" (some of
    #: all rows), "shape" (it is the shape), "dimension" (one of the shape, at an index)
    shape_from: tuple[str, Value, int]
    slice_of_variable: Value  #: the variable whose slice this is
    built_in: Context  #: of a list of variables: where an optimizer was built for it
    training_loss: Value  #: of a model: the loss that `compile` got last
    compiled: cst.CSTNode  #: of a model: its last call of `compile`
    judged: list[Value]  #: of a model: the predictions that stand in calls of its loss functions
    predicted: Value  #: of such a prediction: what the model computes in `fit`
    range: Range | None  #: what `range_of` found out
    literal: list[float]  #: the numbers it certainly holds, if a check needed them
