"""Templates: the graph of layers that a functional model applies wherever it is called."""

from __future__ import annotations

from tflintgrad.flow.domain.values import Value


class Template:
    """The computation of a functional model, described by symbolic values."""

    __slots__ = ("inputs", "is_known", "losses", "nodes", "outputs", "roots")

    def __init__(self, inputs: Value, outputs: Value) -> None:
        self.inputs = inputs
        self.outputs = outputs
        #: The symbolic values that a call replaces with its arguments.
        self.roots: list[Value] = []
        #: Everything else that each call computes anew, in the order of execution.
        self.nodes: list[Value] = []
        #: Losses that layers of the model add, each with its owner.
        self.losses: list[tuple[Value, Value]] = []
        #: No unread code is behind the outputs.
        self.is_known = True
