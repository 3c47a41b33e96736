"""The abstract interpreter: runs a module on values that are graph nodes instead of numbers.

Every function is entered with the values it is really called with, so paths cross helpers,
methods and closures without a special case. What nobody calls is entered once with unknown
arguments. How single expressions and statements behave is in `expressions` and `statements`,
what TensorFlow, Keras and NumPy do is in `library`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import libcst as cst

from tflintgrad.flow.domain.context import Context, Frame
from tflintgrad.flow.domain.graph import Graph
from tflintgrad.flow.domain.module import Module
from tflintgrad.flow.domain.objects import (
    Class,
    Deferred,
    External,
    Function,
    Layer,
    ProjectModule,
    Tape,
)
from tflintgrad.flow.domain.store import Changes, Key, Store
from tflintgrad.flow.domain.values import (
    Choice,
    Cut,
    Dtype,
    Edge,
    Phi,
    Value,
    alternatives,
    numbering_for_imports,
)
from tflintgrad.flow.interpreter.budget import Budget
from tflintgrad.flow.interpreter.dispatch import EXPRESSIONS, STATEMENTS
from tflintgrad.flow.interpreter.loops import Loop
from tflintgrad.flow.interpreter.scoped_state import ContextScope, ModuleScope
from tflintgrad.knowledge.op_table import OpTable
from tflintgrad.source.syntax.bindings import Bindings, bindings_of

if TYPE_CHECKING:
    from tflintgrad.flow.interpreter.lazy_definitions import DeferredClass
    from tflintgrad.flow.interpreter.lazy_modules import Project


#: What a function got at when it was called: values by number, and what may come of them and of
#: all before them in the list.
Sights = list[tuple[dict[int, Value], Value]]


class Interpreter:
    def __init__(self, module: Module, project: Project | None = None) -> None:
        self.graph = Graph(module)
        self.project = project
        #: What functions of other modules may have done that are not followed is looked at.
        self.is_careful = True
        self.modules: dict[str, ProjectModule] = {}
        self.store = Store()
        self.context = self.start = Context(module)
        self.frame = Frame(None, self.bindings(module.tree, module.tree))
        self.loops: list[Loop] = []
        self.active: list[Function] = []
        self.defined: list[Value] = []
        #: Every class that was met, also in other modules.
        self.classes: list[Class] = []
        #: Classes of other modules that nobody asked for so far.
        self.waiting: list[DeferredClass] = []
        self.added_losses: list[Value] = []
        self.started_tapes: list[Tape] = []
        self._externals: dict[str, External] = {}
        scale = project.budget_scale if project is not None else 1
        self.budget = Budget(self.graph.queries, scale)
        #: What functions that were not followed got at, by node.
        self.doubts: dict[int, Sights] = {}
        self._loop_count = 0
        self._trace_count = 0

    @property
    def table(self) -> OpTable:
        """What ops do to a gradient in the TensorFlow that the program is for."""
        return self.context.module.table

    # --- expressions and statements -------------------------------------------------------

    def evaluate(self, node: cst.CSTNode) -> Value:
        self.budget.steps += 1
        handler = EXPRESSIONS.get(type(node))
        return handler(self, node) if handler else self.unknown(node)

    def run(self, body: cst.CSTNode) -> bool:
        """Interpret a block; False when control cannot reach its end."""
        budget = self.budget
        for statement in body.body:  # type: ignore[attr-defined]
            budget.steps += 1
            if budget.steps > budget.next_clock_check:
                budget.check_clock()
            handler = STATEMENTS.get(type(statement))
            if handler is not None and not handler(self, statement):
                return False
        return True

    # --- values ---------------------------------------------------------------------------

    def value(
        self,
        kind: str,
        site: cst.CSTNode | None,
        *,
        edges: list[Edge] | None = None,
        name: str = "",
        dtype: Dtype | None = None,
        scalar: bool | None = None,
        is_op: bool = False,
    ) -> Value:
        return Value(
            kind,
            site,
            self.context,
            edges=edges,
            name=name,
            dtype=dtype,
            scalar=scalar,
            is_op=is_op,
        )

    def unknown(self, site: cst.CSTNode | None, *inputs: Value, name: str = "") -> Value:
        """A value we cannot tell anything about, except what it may have been made from."""
        return self.unknown_from(inputs, site, name)

    def unknown_from(
        self, inputs: Sequence[Value], site: cst.CSTNode | None, name: str = ""
    ) -> Value:
        """The same, of many."""
        edges = [Edge(value, "unknown") for value in inputs]
        return Value("unknown", site, self.context, edges=edges, name=name)

    def constant(self, const: Any, site: cst.CSTNode | None = None) -> Value:
        kind, dtype = _CONSTANTS.get(type(const), ("unknown", None))
        return Value(kind, site, self.context, const=const, dtype=dtype, scalar=True)

    def external(self, name: str) -> External:
        """A name of a library; it is the same thing wherever it is used."""
        found = self._externals.get(name)
        if found is None:
            found = self._externals[name] = External(name, self.context)
        return found

    def cut(
        self,
        kind: str,
        site: cst.CSTNode | None,
        inputs: list[Value],
        cut: Cut,
        *,
        name: str = "",
        dtype: Dtype | None = None,
        scalar: bool | None = None,
    ) -> Value:
        """A value that depends on `inputs`, but no gradient passes."""
        edges = [Edge(value, "cut", cut) for value in inputs]
        return self.value(kind, site, edges=edges, name=name, dtype=dtype, scalar=scalar)

    def join(self, values: list[Value]) -> Value:
        distinct = list({_found(value): None for value in values})
        return distinct[0] if len(distinct) == 1 else Phi(distinct, self.context)

    def either(self, values: list[Value]) -> Value:
        """What two ways of the program left in one place; which function it is stays a choice."""
        if any(type(value) is Deferred for value in values):
            return self._either_imported(values)
        return self._either(values)

    def _either_imported(self, values: list[Value]) -> Value:
        """`try: from a import f`, `except ImportError: from b import f`: found when it is used."""
        context = self.context
        found: list[Value] = []

        def find() -> Value:
            if not found:
                before, self.context = self.context, context
                try:
                    with numbering_for_imports():
                        found.append(self._either(values))
                finally:
                    self.context = before
            return found[0]

        return Deferred(values[0].name, find, context)

    def _either(self, values: list[Value]) -> Value:
        joined = self.join(values)
        if type(joined) is Phi and any(type(value) is Function for value in joined.alternatives):
            possible = alternatives(joined)
            names = tuple(_called(value) for value in possible)
            own = tuple(type(value) is Function for value in possible)
            joined.facts["choice"] = Choice(joined.number, names, own)
        return joined

    def join_instances(self, objects: list[Value]) -> Value:
        """An object of one of several classes; nobody knows which."""
        joined = Phi(objects, self.context)
        names = tuple(item.name for item in objects)
        choice = Choice(joined.number, names, (True,) * len(objects))
        for item in (joined, *objects):
            item.facts["choice"] = choice
        return joined

    def projection(self, phi: Phi, parts: list[Value]) -> Value:
        """Parts of what a φ-node can be; of a loop's, later iterations bring more."""
        if not phi.loop:
            return self.join(parts)
        joined = Phi(parts, self.context)
        joined.edges.append(Edge(phi, "unknown"))
        return joined

    # --- names and attributes in the store ------------------------------------------------

    def read(self, key: Key, changing: bool = True) -> Value | None:
        """Read a key; inside a loop that may change it, through that loop's φ-node."""
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
                phi = loop.phis[key] = Phi([value], self.context, loop=True)
            self.store.write(key, phi)
            value = phi
        return value

    def _carries(self, loop: Loop, key: Key) -> bool:
        """Can an iteration of the loop leave something new under this key for the next one?"""
        owner, name = key
        if name in self.graph.shared_names:
            return True
        return owner > 0 or (owner == loop.frame.number and name in loop.bindings.names)

    def lookup(self, name: str) -> Value | None:
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
        """A tensor kept from inside a trace, in something of trace `home`, is lost outside it."""
        trace = value.context.trace
        if not value.is_op or not trace or trace in (self.context.trace, home):
            return value
        if trace in self.context.outer_traces:
            return value
        cut = Cut(
            "TFG409",
            "a tensor of the trace is kept in something that outlives the trace",
            effect="error",
            raises="InaccessibleTensorError" if self.context.trace else "TypeError",
            site=value.facts.get("kept") or value.facts.get("bound") or value.site,
        )
        return self.cut("tensor", value.site, [value], cut, name=value.name)

    def bind(self, name: str, value: Value) -> None:
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
        """What a piece of code binds, computed once per node."""
        known = self.context.module.memory.bindings
        found = known.get(id(node))
        if found is None:
            found = known[id(node)] = bindings_of(*code)
        return found

    # --- circumstances --------------------------------------------------------------------

    def circumstances(self, **changes: Any) -> ContextScope:
        return ContextScope(self, self.context.but(**changes))

    def apart(self, module: Module, frame: Frame) -> ModuleScope:
        """Run a module of the project as if nothing else were going on."""
        context = self.start.copy()
        context.module = module
        return ModuleScope(self, context, frame)

    def define(self, value: Value) -> None:
        """Remember what the program itself defines: it is entered even if nobody calls it."""
        if isinstance(value, Class):
            self.classes.append(value)
        if self.context.module is self.graph.module:
            self.defined.append(value)

    def new_loop(self) -> int:
        self._loop_count += 1
        return self._loop_count

    def new_trace(self) -> int:
        self._trace_count += 1
        return self._trace_count

    def branch(self, explore: Callable[[], bool]) -> tuple[Changes, bool]:
        """Explore one way control can go, and undo it."""
        self.store.begin()
        reaches_end = explore()
        return self.store.rollback(), reaches_end

    def fork(self, ways: list[Callable[[], bool]]) -> bool:
        """Explore several ways and continue with the join of those that come through."""
        outcomes = [self.branch(way) for way in ways]
        through = [changes for changes, reaches_end in outcomes if reaches_end]
        if not through:
            return False
        self.store.merge(through, self.either, self.unset)
        return True

    def unset(self) -> Value:
        return self.unknown(None)

    def recover(self) -> None:
        """Back to the module level after a crash."""
        while self.store.depth:
            self.store.commit()
        self.frame = self.frame.module_frame()
        self.loops.clear()
        self.active.clear()

    def release(self) -> None:
        """Let go of everything but the graph.

        The state of a run refers to itself in many ways: it would all wait for the garbage
        collector, which takes a tenth of the time then.
        """
        self.store.values.clear()
        self.modules.clear()
        self.defined.clear()
        self.classes.clear()
        self.waiting.clear()
        self.doubts.clear()
        self.added_losses.clear()
        self.started_tapes.clear()


def _called(value: Value) -> str:
    """A callable's name, with its class or module where that is what tells it from others."""
    if isinstance(value, Function):
        owner = value.owner.name if value.owner is not None else value.context.module.name
        return value.name if owner == "__main__" else f"{owner}.{value.name}"
    return value.name


def _found(value: Value) -> Value:
    found = value.get() if type(value) is Deferred else value
    return found if found is not None else value


def name_value(value: Value, name: str) -> None:
    """The first name a value is bound to is what messages call it."""
    if isinstance(value, Layer):
        value.label = value.label or name
    elif not value.name and value.kind not in ("external", "none"):
        value.name = name


_CONSTANTS: Final[dict[type, tuple[str, Any]]] = {
    bool: ("number", "bool"),
    int: ("number", "int"),
    float: ("number", "float"),
    complex: ("number", "complex"),
    str: ("string", "string"),
    bytes: ("string", "string"),
    type(None): ("none", None),
    type(...): ("ellipsis", None),
}
