"""Facts about TensorFlow's objects that both observers record."""

from __future__ import annotations

import sys
from typing import Any

#: TensorFlow's name for a variable without a name of its own.
UNNAMED = "Variable"


def source_name(source: Any, tf: Any) -> str:
    """Return a variable's name; empty for tensors, whose names mean nothing to the user."""
    if isinstance(source, tf.Tensor):
        return ""
    try:
        name = str(getattr(source, "path", None) or source.name)
    except Exception:  # some objects have no name, others raise if they are asked for it
        return ""
    return name.split(":")[0]


def device_of(*things: Any) -> str:
    """Return the device of the first object that is on one."""
    for thing in things:
        try:
            if thing is not None and thing.device:
                return str(thing.device)
        except Exception:
            continue
    return ""


def in_xla(graph: Any) -> bool:
    """True if XLA compiles the graph or one around it."""
    util: Any = sys.modules["tensorflow.python.ops.control_flow_util"]
    if util.GraphOrParentsInXlaContext(graph):
        return True
    while graph is not None:
        if getattr(graph, "_xla_compile", False):
            return True
        graph = getattr(graph, "outer_graph", None)
    return False
