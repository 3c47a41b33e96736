"""Constructors of plain nodes: libcst nodes without trivia fields, not even empty ones."""

from __future__ import annotations

from typing import Any, TypeVar

import libcst as cst

_Node = TypeVar("_Node", bound=cst.CSTNode)

_new = object.__new__
_put = object.__setattr__


def plain(kind: type[_Node], **fields: Any) -> _Node:
    """Return a node with only these fields; reading another one raises `AttributeError`."""
    node = _new(kind)
    for name, value in fields.items():
        _put(node, name, value)  # nodes are frozen
    return node


def name(value: str) -> cst.Name:
    """Return a plain name."""
    node = _new(cst.Name)
    _put(node, "value", value)
    return node
