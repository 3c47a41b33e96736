"""Semantics of kinds: attributes, items, calls, iteration, truth; one module per family."""

# Imported for their effect: they register the semantics of kinds.
from tflintgrad.flow.semantics import (  # noqa: F401
    callables,
    containers,
    gradient_lists,
    instances,
    iterables,
    library_objects,
    names,
    numbers,
    phi_nodes,
)
