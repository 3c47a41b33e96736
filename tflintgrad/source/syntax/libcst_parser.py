"""libcst's parser, without what it does beside parsing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import libcst as cst
from libcst import native  # type: ignore[attr-defined]  # compiled, without stubs

from tflintgrad.profiling import LIBCST, stage


def parse_native(text: str) -> cst.Module:
    """Parse text; raise `cst.ParserSyntaxError` for what is no Python."""
    with stage(LIBCST), _unvalidated():
        module: cst.Module = native.parse_module(text, encoding="utf-8")
    return module


_VALIDATE = cst.CSTNode.__post_init__


@contextmanager
def _unvalidated() -> Iterator[None]:
    """Nodes check themselves as they are made; what the parser makes is right by construction.

    A fifth of the parse. If libcst ever checks elsewhere, this does nothing.
    """
    cst.CSTNode.__post_init__ = _nothing  # type: ignore[method-assign,assignment]
    try:
        yield
    finally:
        cst.CSTNode.__post_init__ = _VALIDATE  # type: ignore[method-assign]


def _nothing(node: cst.CSTNode) -> None:
    pass
