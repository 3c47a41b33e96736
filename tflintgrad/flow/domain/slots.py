"""Slots: what the interpreter keeps about an object in the store, beside its attributes.

A slot changes with control flow as an attribute does: branches set it, joins merge it, loops carry
it. Its name cannot be one that a program writes.
"""

from __future__ import annotations

from typing import Final

#: Of a variable, layer, model, metric or instance: its contents after assignments.
STATE: Final = "#state"
#: Of a layer, model or instance: it has its variables. Before, lists of them are empty.
BUILT: Final = "#built"
#: Of a layer, model or instance: code that was not analysed may have built it.
PERHAPS_BUILT: Final = "#perhaps-built"
#: Of a model: `compile` was called.
COMPILED: Final = "#compiled"
#: Of a model: the loss that `compile` was given.
LOSS: Final = "#loss"
#: Of a model: `run_eagerly` as `compile` was given it.
RUN_EAGERLY: Final = "#eager"
#: Of a model: the layers that were frozen when it was first trained after `compile`. Keras leaves
#: these out until the next `compile`.
FROZEN: Final = "#frozen"
#: Of a layer or model: the list that `add_loss` fills.
ADDED_LOSSES: Final = "#losses"
#: Of a layer or model: the symbolic values that it was last called with, and returned.
INPUT: Final = "#input"
OUTPUT: Final = "#output"
#: Of an object of a subclass of `Layer`: its name, as its `__init__` passes it on.
NAME: Final = "#name"
#: Of a layer: the model in whose list of layers the program found it.
OWNER: Final = "#owner"
#: Of an object of a subclass of `Model`: the functional model that its `__init__` described.
FUNCTIONAL: Final = "#functional"
#: Of the configuration of a layer or model: that object.
CONFIGURED: Final = "#configured"
#: Of an optimizer: the variables that it knows from its first step on.
KNOWN_VARIABLES: Final = "#variables"
#: Of the program: the dtype policy that it sets for all layers.
POLICY: Final = (0, "#policy")
#: Of a tape: the query that used it up.
USED: Final = "#used"


def item_slot(key: object) -> str:
    """Return the slot of an item under a constant key or index."""
    return f"[{key!r}]"


def is_hidden(name: str) -> bool:
    """True if this is the name of a slot that is no item."""
    return name.startswith("#")
