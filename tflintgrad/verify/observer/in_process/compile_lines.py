"""The lines that stand for the query of Keras' `fit`: where a model is compiled, and its loss."""

from __future__ import annotations

import contextlib
import functools
import sys
import weakref
from types import FrameType, FunctionType
from typing import TYPE_CHECKING, Any

from ..stack import module_of
from . import user_frames

if TYPE_CHECKING:
    from collections.abc import Callable

Lines = list[tuple[str, int]]


class CompileLines:
    """The lines of each compiled model."""

    def __init__(self) -> None:
        self._lines: weakref.WeakKeyDictionary[Any, Lines] = weakref.WeakKeyDictionary()

    def wrap(self, compile_model: Callable[..., Any]) -> Callable[..., Any]:
        """Return a `compile` that remembers its caller's lines and those of the loss."""

        @functools.wraps(compile_model)
        def observed(model: Any, *args: Any, **kwargs: Any) -> Any:
            result = compile_model(model, *args, **kwargs)
            with contextlib.suppress(Exception):
                lines = user_frames.user_lines(sys._getframe(1))[:4]
                loss = kwargs.get("loss", args[1] if len(args) > 1 else None)
                self._lines[model] = lines + _loss_lines(loss)
            return result

        return observed

    def of_query(self, frame: FrameType | None) -> Lines:
        """Return the lines of the model that issues a query by itself, in `fit`; else none."""
        while (
            frame is not None and user_frames.kind_of(frame.f_code.co_filename) != user_frames.USER
        ):
            if module_of(frame).partition(".")[0] in ("keras", "tf_keras"):
                model = frame.f_locals.get("self")
                with contextlib.suppress(TypeError):  # `self` may not be hashable
                    if model in self._lines:
                        return self._lines[model]
            frame = frame.f_back
        return []


def _loss_lines(loss: Any) -> Lines:
    if isinstance(loss, dict):
        loss = list(loss.values())
    if isinstance(loss, (list, tuple)):
        return [line for each in loss for line in _loss_lines(each)]
    function = loss if isinstance(loss, FunctionType) else getattr(type(loss), "call", None)
    code = getattr(function, "__code__", None)
    return [] if code is None else user_frames.lines_inside(code)
