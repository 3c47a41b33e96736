"""Names that mean something to tflintgrad: functions of TensorFlow, attributes, classes."""

from __future__ import annotations

import re
from functools import cache

from tools.fuzz.seeds import ROOT

#: What a program calls its own things; few, so that they meet again and again.
NAMES = ("a", "b", "c", "x", "y", "loss", "tape", "model", "w", "self", "f", "g", "h", "A", "B")
ATTRIBUTES = (
    "numpy",
    "gradient",
    "jacobian",
    "batch_jacobian",
    "watch",
    "reset",
    "stop_recording",
    "assign",
    "assign_add",
    "read_value",
    "value",
    "trainable_variables",
    "trainable_weights",
    "variables",
    "minimize",
    "apply_gradients",
    "append",
    "extend",
    "pop",
    "items",
    "get",
    "update",
    "write",
    "stack",
    "shape",
    "dtype",
    "call",
    "fit",
    "compile",
    "add_loss",
    "add_weight",
    "predict",
    "result",
    "map",
    "batch",
    "__call__",
    "__init__",
    "__class__",
    "__dict__",
    "build",
    "layers",
    "a",
    "b",
    "w",
    "f",
)
BASES = (
    "tf.keras.Model",
    "tf.keras.layers.Layer",
    "tf.keras.losses.Loss",
    "tf.Module",
    "keras.Model",
    "object",
    "A",
    "B",
    "f",
    "dict",
    "Exception",
    "x",
)
METHODS = (
    "__init__",
    "__call__",
    "__enter__",
    "__exit__",
    "__getattr__",
    "__iter__",
    "__add__",
    "__len__",
    "build",
    "call",
    "train_step",
    "compute_loss",
    "f",
    "g",
)
DECORATORS = (
    "tf.function",
    "tf.function(jit_compile=True)",
    "tf.custom_gradient",
    "tf.recompute_grad",
    "property",
    "staticmethod",
    "classmethod",
    "functools.partial(f, 1)",
    "functools.wraps(f)",
    "functools.lru_cache",
    "f",
    "g(1)",
    "x.setter",
    "contextlib.contextmanager",
    "tf.autograph.experimental.do_not_convert",
)
HEAD = """\
import contextlib
import functools
import keras
import numpy as np
import tensorflow as tf
"""

_WORD = re.compile(r"[A-Za-z_][\w.]*")


@cache
def functions() -> tuple[str, ...]:
    """Half of the time one that has a part of its own to play."""
    roles = (ROOT / "rules" / "roles.txt").read_text(encoding="utf-8")
    lines = [line.partition(":")[2] or line for line in roles.split("\n") if line[:1] != "#"]
    special = [word for line in lines for word in _WORD.findall(line) if "." in word]
    special = [word.rstrip(".") for word in special]
    plain = []
    for line in (ROOT / "rules" / "ops.txt").read_text(encoding="utf-8").split("\n"):
        name = _WORD.match(line)
        if name is not None and name[0].startswith(("tf.", "keras.", "np.")):
            plain.append(name[0])
    every = max(len(plain) // len(special), 1)
    return (*special, *plain[::every])
