"""libcst's native parser, without the validation of nodes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import libcst as cst
from libcst.native import parse_module  # type: ignore[import-not-found]  # compiled, no stubs

from tflintgrad.profiling import LIBCST, stage


def parse_native(text: str) -> cst.Module:
    """Parse text; raise `cst.ParserSyntaxError` if it is not Python."""
    with stage(LIBCST), _unvalidated():
        module: cst.Module = parse_module(text, encoding="utf-8")
    return module


_VALIDATE = cst.CSTNode.__post_init__


@contextmanager
def _unvalidated() -> Iterator[None]:
    """Turn off the validation of new nodes: those of the parser are valid by construction.

    Validation takes a fifth of the time. If libcst ever validates elsewhere, this has no effect.
    """
    # mypy does not allow assigning to a method, which is the point here.
    cst.CSTNode.__post_init__ = _nothing  # type: ignore[method-assign,assignment]
    try:
        yield
    finally:
        cst.CSTNode.__post_init__ = _VALIDATE  # type: ignore[method-assign]  # as above


def _nothing(node: cst.CSTNode) -> None:
    pass
