"""A thread for the analysis, so that the server stays responsive."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

_Result = TypeVar("_Result")

#: Stack size in bytes: the interpreter recurses deeply, and some systems give threads a small one.
_STACK = 64 << 20


class Worker:
    """Runs tasks one after the other in a daemon thread, which ends with the process."""

    def __init__(self) -> None:
        self._tasks: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()
        before = threading.stack_size(_STACK)
        threading.Thread(target=self._work, name="analysis", daemon=True).start()
        threading.stack_size(before)

    async def run(self, task: Callable[[], _Result]) -> _Result:
        """Run a task and return its result; a task cancelled before its turn is not started."""
        future: Future[_Result] = Future()
        self._tasks.put((future, task))
        return await asyncio.wrap_future(future)

    def _work(self) -> None:
        while True:
            future, task = self._tasks.get()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                result = task()
            except Exception as problem:
                future.set_exception(problem)
            else:
                future.set_result(result)
