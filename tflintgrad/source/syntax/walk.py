"""Walks through the nodes of a tree."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from tflintgrad.source.syntax.bindings import children


def nodes_in(*nodes: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yield nodes and all nodes in them, in any order."""
    pending = list(nodes)
    while pending:
        node = pending.pop()
        yield node
        pending += children(node)


def in_order(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yield a node and the nodes in it in the order of the text."""
    pending = [node]
    while pending:
        item = pending.pop()
        yield item
        pending += reversed(children(item))


def names_in(node: cst.CSTNode) -> set[str]:
    """Return the names in some code, without those of attributes and keywords."""
    return set(uses_of_names(node))


def uses_of_names(node: cst.CSTNode) -> Iterator[str]:
    """Yield the names in some code, each as often as it stands there."""
    pending = [node]
    while pending:
        item = pending.pop()
        if isinstance(item, cst.Name):
            yield item.value
        elif isinstance(item, (cst.Attribute, cst.Arg)):
            pending.append(item.value)
        else:
            pending += children(item)
