"""How a query was called, and what TensorFlow's objects tell of themselves."""

from __future__ import annotations

import importlib
from typing import Any


class Call:
    """The arguments of a query, however they were passed."""

    def __init__(self, method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.method = method
        names = ["tape", "target", "sources", "output_gradients"]
        if method == "gradients":
            names = ["target", "sources", "output_gradients"]
        elif method != "gradient":
            names = ["tape", "target", "sources"]
        given = {**kwargs, **dict(zip(names, args, strict=False))}
        if "source" in kwargs:
            given["sources"] = kwargs["source"]
        if method == "gradients":
            given.setdefault("target", kwargs.get("ys"))
            given.setdefault("sources", kwargs.get("xs"))
            given.setdefault("output_gradients", kwargs.get("grad_ys"))
        self.tape: Any = given.get("tape")
        self.target = given.get("target")
        self.sources = given.get("sources")
        self.output_gradients = given.get("output_gradients")


def keras_value(source: Any) -> Any:
    """The `tf.Variable` inside a Keras variable; anything else as it is."""
    inner = getattr(source, "_value", None)
    return inner if inner is not None and hasattr(inner, "handle") else source


def dtype_name(thing: Any) -> str:
    dtype = getattr(thing, "dtype", None)
    return str(getattr(dtype, "name", dtype))


def shape_of(thing: Any) -> list[int] | None:
    """Unknown sizes are -1; None when not even their number is known."""
    shape = getattr(thing, "shape", None)
    if shape is None or getattr(shape, "rank", 0) is None:
        return None
    return [int(size) if size is not None else -1 for size in shape]


def name_of(source: Any) -> str:
    name = getattr(source, "path", None) or ""
    if not name:
        try:
            name = source.name
        except (AttributeError, ValueError):  # eager tensors have none
            name = ""
    return str(name).removesuffix(":0")


def in_xla() -> bool:
    util: Any = importlib.import_module("tensorflow.python.ops.control_flow_util")
    ops: Any = importlib.import_module("tensorflow.python.framework.ops")
    graph = ops.get_default_graph()
    if util.GraphOrParentsInXlaContext(graph):
        return True
    while graph is not None:
        if getattr(graph, "_xla_compile", False):
            return True
        graph = getattr(graph, "outer_graph", None)
    return False
