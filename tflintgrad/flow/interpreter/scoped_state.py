"""Context managers that change the interpreter's state and restore it.

They are entered for each call or definition, so they are classes: mypyc makes a generator no
faster.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflintgrad.flow.domain.context import Context, Frame

if TYPE_CHECKING:
    from tflintgrad.flow.interpreter.interpreter import Interpreter


class ContextScope:
    """Runs a block in another context."""

    __slots__ = ("_before", "_context", "_interp")

    def __init__(self, interp: Interpreter, context: Context) -> None:
        self._interp = interp
        self._context = context
        self._before = interp.context

    def __enter__(self) -> None:
        self._interp.context = self._context

    def __exit__(self, *_: object) -> None:
        self._interp.context = self._before


class ModuleScope:
    """Runs a module of the project by itself: without loops, calls and branches around it."""

    __slots__ = ("_active", "_before", "_context", "_frame", "_interp", "_journals", "_loops")

    def __init__(self, interp: Interpreter, context: Context, frame: Frame) -> None:
        self._interp = interp
        self._context = context
        self._frame = frame
        self._before = (interp.frame, interp.context)
        self._loops = interp.loops
        self._active = interp.active
        self._journals = interp.store.journals

    def __enter__(self) -> None:
        interp = self._interp
        interp.frame, interp.context = self._frame, self._context
        interp.loops, interp.active = [], []
        # Writes stay, whichever branch of the program caused the import.
        interp.store.journals = []

    def __exit__(self, *_: object) -> None:
        interp = self._interp
        interp.frame, interp.context = self._before
        interp.loops, interp.active = self._loops, self._active
        interp.store.journals = self._journals
