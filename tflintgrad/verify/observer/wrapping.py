"""The wrapper around functions that issue a query."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any

#: Called with the wrapped function, its positional and its keyword arguments; returns its result.
Observe = Callable[[Callable[..., Any], tuple[Any, ...], dict[str, Any]], Any]


class _Active(threading.local):
    """True while the current thread executes a query."""

    query = False


_active = _Active()


def wrap_query(original: Callable[..., Any], observe: Observe) -> Callable[..., Any]:
    """Return a function like `original` whose outermost calls go through `observe`.

    `observe` runs two frames below the caller of the query, and queries that it issues itself are
    not observed.
    """
    active = _active

    @functools.wraps(original)
    def query(*args: Any, **kwargs: Any) -> Any:
        # `jacobian` calls `gradient`: only the outermost call is the program's query.
        if active.query:
            return original(*args, **kwargs)
        active.query = True
        try:
            return observe(original, args, kwargs)
        finally:
            active.query = False

    # AutoGraph must not convert it, just as it does not convert TensorFlow's own functions.
    query.autograph_info__ = {}  # type: ignore[attr-defined]  # AutoGraph's mark of such functions
    return query
