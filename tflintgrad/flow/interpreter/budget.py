"""The work that the analysis of one program may take, counted in steps of the interpreter.

The program as a whole has a budget of steps, and each entry function a share of it, so that one of
them does not cost the others. Nearly all of a project has nothing to do with a gradient, and
nothing tells beforehand what has. So steps in imported modules are counted apart: few are allowed
before the first query, more with one, and several times as many in a small project, which is
followed to its end.
"""

from __future__ import annotations

from collections import Counter

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain.queries import Query
from tflintgrad.timeouts import check_limits

_NOT_AWAY = -1


class Budget:
    """Counts the work on one program, and tells which of its budgets are spent."""

    __slots__ = (
        "_allowed",
        "_import_scale",
        "_import_start",
        "_import_steps",
        "_import_steps_before",
        "_late_modules",
        "_queries",
        "_queries_before",
        "_share",
        "_share_before_query",
        "_total",
        "havocked",
        "lookups",
        "next_clock_check",
        "reached_values",
        "steps",
        "visits",
    )

    def __init__(self, queries: list[Query], import_scale: int) -> None:
        """Start a program; `queries` grows while it is interpreted.

        `import_scale`: how many times the usual steps in imported modules are allowed.
        """
        #: Expressions and statements that were interpreted.
        self.steps = 0
        #: The step after which `check_clock` is due: the interpreter compares at each statement.
        self.next_clock_check = 0
        #: Names looked up to find what calls that are not analysed can reach.
        self.lookups = 0
        #: Values that these calls reach, counted for each call.
        self.reached_values = 0
        #: How often each function was entered, by the `id` of its node.
        self.visits: Counter[int] = Counter()
        #: Functions that code which was not analysed may call, by the `id` of their nodes.
        self.havocked: set[int] = set()
        self._queries = queries
        self._total = self._allowed = limits.MIN_STEPS
        self._late_modules = 0
        self._import_scale = import_scale
        self._import_steps = 0
        self._import_start = _NOT_AWAY
        # The body of the program, or the current entry function: its share of the steps in
        # imported modules, and those taken and the queries found before it.
        self._share_before_query = limits.MAX_BODY_IMPORT_STEPS_BEFORE_QUERY
        self._share = limits.MAX_BODY_IMPORT_STEPS
        self._import_steps_before = 0
        self._queries_before = 0

    # --- The program and its entry functions ----------------------------------------------

    def begin_program(self, size: int) -> None:
        """Allow the steps of a program of `size` characters."""
        self._total = self._allowed = max(limits.MIN_STEPS, limits.STEPS_PER_CHARACTER * size)

    def begin_entry(self) -> None:
        """Allow the share of one entry function."""
        self._allowed = self.steps + self._total // limits.MAX_ENTRY_SHARES
        self._share_before_query = limits.MAX_ENTRY_IMPORT_STEPS_BEFORE_QUERY
        self._share = limits.MAX_ENTRY_IMPORT_STEPS
        self._import_steps_before = self._import_steps
        self._queries_before = len(self._queries)

    @property
    def spent(self) -> bool:
        """True if the program's body, or the current entry function, used all its steps.

        Also if the calls that are not analysed reach too much: each of them takes as long.
        """
        return self.steps > self._allowed or self.reached_values > limits.MAX_REACHED_VALUES

    @property
    def entries_spent(self) -> bool:
        """True if the program and its entry functions together used all their steps."""
        return self.steps >= limits.MAX_ENTRY_SHARES * self._total

    def visits_spent(self, function: cst.CSTNode) -> bool:
        """True if this function was entered so often that another call is not worth the work."""
        return (
            self.steps > limits.MIN_STEPS_OF_REPETITION
            and self.visits[id(function)] >= limits.MAX_VISITS
        )

    def check_clock(self) -> None:
        """Raise `OutOfTime` if the program takes too long."""
        self.next_clock_check = self.steps + limits.STEPS_PER_CLOCK_CHECK
        check_limits()

    # --- Imported modules -----------------------------------------------------------------

    def begin_import(self) -> bool:
        """Count steps as steps in imported modules; False if they are counted so already."""
        if self._import_start != _NOT_AWAY:
            return False
        self._import_start = self.steps
        return True

    def end_import(self) -> None:
        """Return from an imported function to the program's own module."""
        self._import_steps += self.steps - self._import_start
        self._import_start = _NOT_AWAY

    def end_module_body(self) -> None:
        """Return from the body of an imported module, which runs once and is not counted."""
        self._import_start = _NOT_AWAY

    @property
    def imports_spent(self) -> bool:
        """True if functions of imported modules are not followed any more."""
        steps = self._steps_away()
        queries = len(self._queries)
        total = limits.MAX_IMPORT_STEPS if queries else limits.MAX_IMPORT_STEPS_BEFORE_QUERY
        share = self._share if queries > self._queries_before else self._share_before_query
        return (
            steps > total * self._import_scale
            or steps - self._import_steps_before > share * self._import_scale
        )

    def reserve_spent(self, times: int = 1) -> bool:
        """True if what matters is not followed any more; `times`: how much it matters."""
        steps, scale = self._steps_away(), times * self._import_scale
        own = steps - self._import_steps_before
        return (
            steps > limits.MAX_RESERVED_IMPORT_STEPS * scale
            or own > limits.MAX_ENTRY_RESERVED_IMPORT_STEPS * scale
        )

    def _steps_away(self) -> int:
        """Return the steps in imported modules so far."""
        current = self.steps - self._import_start if self._import_start != _NOT_AWAY else 0
        return self._import_steps + current

    def take_late_module(self) -> bool:
        """Count a module that is read although the imports are spent; False if that is too many."""
        if self._late_modules >= limits.MAX_LATE_MODULES:
            return False
        self._late_modules += 1
        return True
