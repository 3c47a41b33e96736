"""The abstract interpreter: runs a module on values that are graph nodes instead of numbers.

A function is entered with the values of each call, so that paths cross helpers, methods and
closures without a special case. A function that no code calls is entered once, with unknown
arguments. `expressions` and `statements` interpret single nodes; `flow.library_models` has what
TensorFlow, Keras and NumPy do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.context import Context, Frame
from tflintgrad.flow.domain.cuts import Cut, CutKind
from tflintgrad.flow.domain.graph import Graph
from tflintgrad.flow.domain.join import loop_phi
from tflintgrad.flow.domain.module import Module
from tflintgrad.flow.domain.objects import Class, Function, Tape
from tflintgrad.flow.domain.project_names import Deferred, ProjectModule
from tflintgrad.flow.domain.store import Changes, Key, Store
from tflintgrad.flow.domain.unread_calls import UnreadCall
from tflintgrad.flow.domain.values import (
    Value,
)
from tflintgrad.flow.interpreter.budget import Budget
from tflintgrad.flow.interpreter.dispatch import EXPRESSIONS, STATEMENTS
from tflintgrad.flow.interpreter.loops import Loop
from tflintgrad.flow.interpreter.scoped_state import ContextScope, ModuleScope
from tflintgrad.flow.interpreter.value_factory import ValueFactory, name_value
from tflintgrad.source.syntax.bindings import Bindings, bindings_of

if TYPE_CHECKING:
    from tflintgrad.flow.interpreter.lazy_definitions import DeferredClass
    from tflintgrad.flow.interpreter.lazy_modules import Project


#: For calls of one function that were not analysed: values they reach, by number, and the node for
#: what may have become of these and of all before them in the list.
HavocNodes = list[tuple[dict[int, Value], Value]]


class Interpreter(ValueFactory):
    """The state of one analysis, and how blocks, names and branches are interpreted."""

    def __init__(self, module: Module, project: Project | None = None) -> None:
        super().__init__(Context(module))
        self.graph = Graph(module)
        self.project = project
        #: Second pass: model the effects of calls into other modules that are not analysed.
        self.models_havoc = True
        #: Whether methods of models in other modules are worth more than the usual steps: not if
        #: only an assumed training by Keras depends on them.
        self.follows_models = True
        #: The modules of the project that the program imports, by path.
        self.modules: dict[str, ProjectModule] = {}
        self.store = Store()
        #: The context at module level, in which modules are loaded.
        self.start = self.context
        self.frame = Frame(None, self.bindings(module.tree, module.tree))
        self.loops: list[Loop] = []
        #: The functions that are being interpreted, outermost first.
        self.active: list[Function] = []
        #: Functions and classes of the program itself.
        self.defined: list[Value] = []
        #: All classes that were interpreted, also of other modules.
        self.classes: list[Class] = []
        #: Classes of other modules that were not used so far.
        self.deferred_classes: list[DeferredClass] = []
        #: Names that were looked up in a module and not found.
        self.missing_names: set[str] = set()
        #: Calls of objects that are not read, until the evidence about them is complete.
        self.unread_calls: list[UnreadCall] = []
        #: Arguments of `add_loss`.
        self.added_losses: list[Value] = []
        #: Calls of layers: the layer and its arguments, by the number of the result.
        self.layer_calls: dict[int, list[tuple[Value, Arguments]]] = {}
        #: Tapes that the program entered without `with`.
        self.started_tapes: list[Tape] = []
        scale = project.budget_scale if project is not None else 1
        self.budget = Budget(self.graph.queries, scale)
        #: The effects of calls that were not analysed, by `id` of the function's node.
        self.havoc_nodes: dict[int, HavocNodes] = {}
        self._loop_count = 0
        self._trace_count = 0

    # --- expressions and statements -------------------------------------------------------

    def evaluate(self, node: cst.CSTNode) -> Value:
        """Return the value of an expression."""
        self.budget.steps += 1
        handler = EXPRESSIONS.get(type(node))
        return handler(self, node) if handler else self.unknown(node)

    def run(self, body: cst.CSTNode) -> bool:
        """Interpret a block; return False if control cannot reach its end."""
        budget = self.budget
        # Modules, indented blocks and simple lines have a `body`, but no common class.
        for statement in body.body:  # type: ignore[attr-defined]
            budget.steps += 1
            if budget.steps > budget.next_clock_check:
                budget.check_clock()
            handler = STATEMENTS.get(type(statement))
            if handler is not None and not handler(self, statement):
                return False
        return True

    # --- names and attributes in the store ------------------------------------------------

    def read(self, key: Key, changing: bool = True) -> Value | None:
        """Return the value of a key; in a loop that may change it, the φ-node of that loop."""
        value = self.store.values.get(key)
        if type(value) is Deferred:
            return value.get()
        if value is None or not changing or not self.loops:
            return value
        open_loops = [
            loop
            for loop in self.loops
            if self._carries(loop, key) and not self.store.written_since(loop.depth, key)
        ]
        for loop in open_loops:
            phi = loop.phis.get(key)
            if phi is None:
                phi = loop.phis[key] = loop_phi(value, self.context)
            self.store.write(key, phi)
            value = phi
        return value

    def _carries(self, loop: Loop, key: Key) -> bool:
        """True if an iteration of the loop may leave another value under the key for the next."""
        owner, name = key
        if name in self.graph.shared_names:
            return True
        return owner > 0 or (owner == loop.frame.number and name in loop.bindings.names)

    def lookup(self, name: str) -> Value | None:
        """Return the value of a name in the present frame and the frames around it."""
        own = self.frame
        frame: Frame | None = own.module_frame() if name in own.bindings.globals else own
        known = self.store.values
        while frame is not None:
            value = known.get((frame.number, name))
            if value is not None and (frame is own or not frame.is_class):
                if self.loops or type(value) is Deferred:
                    value = self.read((frame.number, name))
                if value is not None:
                    if value.is_op and (frame is not own or name in self.graph.shared_names):
                        return self.checked_trace_escape(value, 0)
                    return value
            frame = frame.parent
        return None

    def checked_trace_escape(self, value: Value, home: int) -> Value:
        """Return a value behind a cut if a tensor was kept beyond its trace, by one of `home`."""
        trace = value.context.trace
        if not value.is_op or not trace or trace in (self.context.trace, home):
            return value
        if trace in self.context.outer_traces:
            return value
        cut = Cut(
            CutKind.TRACE_ESCAPE,
            raises="InaccessibleTensorError" if self.context.trace else "TypeError",
            site=value.facts.get("kept") or value.facts.get("bound") or value.site,
        )
        return self.cut(kinds.TENSOR, value.site, [value], cut, name=value.name)

    def bind(self, name: str, value: Value) -> None:
        """Assign to a name."""
        name_value(value, name)
        self.store.write((self._frame_of(name).number, name), value)

    def _frame_of(self, name: str) -> Frame:
        frame = self.frame
        if name in frame.bindings.globals:
            return frame.module_frame()
        if name in frame.bindings.nonlocals:
            outer = frame.parent
            while outer is not None and (outer.number, name) not in self.store.values:
                outer = outer.parent
            return outer or frame
        return frame

    def bindings(self, node: cst.CSTNode, *code: cst.CSTNode) -> Bindings:
        """Return the names that a piece of code binds; computed once per node."""
        known = self.context.module.syntax_cache.bindings
        found = known.get(id(node))
        if found is None:
            found = known[id(node)] = bindings_of(*code)
        return found

    # --- contexts and branches ------------------------------------------------------------

    def context_scope(self, **changes: Any) -> ContextScope:
        """Return a context manager in which attributes of the context are changed."""
        return ContextScope(self, self.context.replace(**changes))

    def module_scope(self, module: Module, frame: Frame) -> ModuleScope:
        """Return a context manager in which a module of the project runs by itself."""
        context = self.start.copy()
        context.module = module
        return ModuleScope(self, context, frame)

    def define(self, value: Value) -> None:
        """Remember a function or class; those of the program itself are entered if uncalled."""
        if isinstance(value, Class):
            self.classes.append(value)
        if self.context.module is self.graph.module:
            self.defined.append(value)

    def new_loop(self) -> int:
        """Return the identity of a new loop."""
        self._loop_count += 1
        return self._loop_count

    def new_trace(self) -> int:
        """Return the identity of a new trace."""
        self._trace_count += 1
        return self._trace_count

    def building_graph(self) -> Context:
        """Return the context of code that builds a graph of TensorFlow 1 from here on."""
        trace = self.new_trace()
        self.graph.built_graphs.add(trace)
        return self.context.replace(mode="traced", trace=trace)

    def branch(self, explore: Callable[[], bool]) -> tuple[Changes, bool]:
        """Interpret one branch and undo its writes; return them, and if its end is reached."""
        self.store.begin()
        reaches_end = explore()
        return self.store.rollback(), reaches_end

    def fork(self, ways: list[Callable[[], bool]]) -> bool:
        """Interpret several branches and join those whose end is reached; False if none is."""
        around = self.graph.branches
        self.graph.forks += 1
        self.graph.branches = (*around, self.graph.forks)
        outcomes = [self.branch(way) for way in ways]
        self.graph.branches = around
        through = [changes for changes, reaches_end in outcomes if reaches_end]
        if not through:
            return False
        self.store.merge(through, self.join_branches, self.unset)
        return True

    def unset(self) -> Value:
        """Return the value of an attribute in a branch that does not set it."""
        return self.unknown(None)

    def recover(self) -> None:
        """Return to the module level after an exception."""
        while self.store.depth:
            self.store.commit()
        self.frame = self.frame.module_frame()
        self.loops.clear()
        self.active.clear()
        self.graph.branches = ()

    def release(self) -> None:
        """Drop all references but the graph.

        The state has many reference cycles. Left to the garbage collector, they would take a tenth
        of the run time.
        """
        self.store.values.clear()
        self.modules.clear()
        self.defined.clear()
        self.classes.clear()
        self.deferred_classes.clear()
        self.havoc_nodes.clear()
        self.added_losses.clear()
        self.unread_calls.clear()
        self.started_tapes.clear()
        self.layer_calls.clear()
