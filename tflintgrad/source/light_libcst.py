"""A light import of libcst: its node classes only, with their methods generated when called.

To import all of libcst takes longer than most runs: it loads a second parser, metadata providers
and helpers, and generates the methods of some 170 dataclasses, of which a run calls hardly any. The
analysis needs the classes. Everything else of libcst is there as soon as code asks for it.
"""

from __future__ import annotations

import dataclasses
import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import ModuleType
from typing import Any

_PACKAGE = "libcst"
_MODULES = (
    "_exceptions",
    "_maybe_sentinel",
    "_nodes.whitespace",
    "_nodes.base",
    "_nodes.op",
    "_nodes.expression",
    "_nodes.statement",
    "_nodes.module",
    "_visitors",
)


def import_nodes() -> None:
    """Make `import libcst` cheap, unless it is imported already."""
    spec = importlib.util.find_spec(_PACKAGE) if _PACKAGE not in sys.modules else None
    if spec is None or spec.loader is None:
        return
    package = sys.modules[_PACKAGE] = importlib.util.module_from_spec(spec)
    try:
        with _generated_when_called():
            for name in _MODULES:
                _copy_classes(importlib.import_module(f"{_PACKAGE}.{name}"), package)
    except Exception:  # a version of libcst that is made otherwise
        for name in [name for name in sys.modules if name.partition(".")[0] == _PACKAGE]:
            del sys.modules[name]
        return

    def load_rest(name: str) -> Any:
        del vars(package)["__getattr__"]
        spec.loader.exec_module(package)  # type: ignore[union-attr]  # checked above
        return getattr(package, name)

    vars(package)["__getattr__"] = load_rest


def _copy_classes(module: ModuleType, package: ModuleType) -> None:
    for name, value in vars(module).items():
        if isinstance(value, type) and value.__module__ == module.__name__:
            vars(package).setdefault(name, value)


@contextmanager
def _generated_when_called() -> Iterator[None]:
    """Let dataclasses generate each method of a new class at its first call."""
    generate = getattr(dataclasses, "_create_fn", None)
    if generate is None:  # Python 3.13 generates the methods of a class together
        yield
        return
    # A private function, so mypy does not know it.
    dataclasses._create_fn = partial(_stub, generate)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        dataclasses._create_fn = generate  # type: ignore[attr-defined]  # as above


def _stub(generate: Callable[..., Any], name: str, *what: Any, **how: Any) -> Any:
    """Return a method that generates itself when it is called."""
    generated: list[Any] = []

    def method(self: object, *arguments: object, **named: object) -> object:
        if not generated:
            generated.append(generate(name, *what, **how))
            for kind in type(self).__mro__:
                if vars(kind).get(name) is method:
                    setattr(kind, name, generated[0])  # the next call needs no detour
        return generated[0](self, *arguments, **named)

    method.__name__ = name
    return method
