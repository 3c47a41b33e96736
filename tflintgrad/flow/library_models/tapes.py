"""`tf.GradientTape`, `tf.gradients` and their queries."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from tflintgrad import limits
from tflintgrad.flow.domain import kinds, slots
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.objects import Gradients, PausedRecording, Tape, Watch
from tflintgrad.flow.domain.queries import Query
from tflintgrad.flow.domain.traversal import NO_LIMIT, all_behind, walk_back
from tflintgrad.flow.domain.values import Edge, Sequence, Value, alternatives
from tflintgrad.flow.interpreter import calls
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.library_models.registry import behaviour, role


@role("tape")
def _tape(interp: Interpreter, arguments: Arguments) -> Value:
    tape = Tape(
        arguments.site,
        interp.context,
        persistent=arguments.flag("persistent", default=False),
        watch_accessed=arguments.flag("watch_accessed_variables", default=True),
    )
    misspelt = _note_misspelt(interp, arguments.name, arguments)
    if misspelt or arguments.unpacked:
        tape.persistent = tape.watch_accessed = None
    return tape


def _note_misspelt(interp: Interpreter, name: str, arguments: Arguments) -> bool:
    parameters = arguments.signature.parameters
    wrong = [keyword for keyword in arguments.keywords if keyword not in parameters]
    for keyword in wrong:
        interp.graph.note("misspelt", arguments.site, interp.context, (), f"{name}:{keyword}")
    return bool(wrong)


@behaviour("watch")
def _watch(interp: Interpreter, tape: Tape, arguments: Arguments) -> Value:
    value = arguments.passed("tensor")
    if value is not None:
        for item in walk_back(value, _parts, NO_LIMIT):
            tape.watched.append(
                Watch(item, interp.value(kinds.EVENT, None).number, arguments.site, interp.context)
            )
        interp.graph.note("watch", arguments.site, interp.context, (tape, value))
    return interp.constant(None, arguments.site)


def _parts(value: Value) -> Iterable[Value]:
    """Return what a list holds, or what a φ-node may be."""
    if isinstance(value, Sequence):
        return value.concatenated or value.held()
    return [item for item in alternatives(value) if item is not value]


@behaviour("stop_recording")
def _stop_recording(interp: Interpreter, tape: Tape, arguments: Arguments) -> Value:
    _note_idle(interp, tape, arguments)
    return PausedRecording(tape, arguments.site, interp.context)


def _note_idle(interp: Interpreter, tape: Tape, arguments: Arguments) -> None:
    """Note a call that raises because its tape does not record here."""
    context = interp.context
    if context.records(tape):
        return
    # A method that no code calls gets a tape that another method keeps in the object: a third
    # one, `__enter__` for example, may have started it before.
    if context.mode == "either" and tape.context.calls[:1] != context.calls[:1]:
        return
    interp.graph.note("not-recording", arguments.site, context, (tape,), arguments.name)


@behaviour("ensure_recording")
def _ensure_recording(interp: Interpreter, tape: Tape, arguments: Arguments) -> Value:
    """Return the context manager `tape._ensure_recording()`, which programs use though private."""
    return tape


@behaviour("reset_tape")
def _reset(interp: Interpreter, tape: Tape, arguments: Arguments) -> Value:
    _note_idle(interp, tape, arguments)
    tape.resets.append(interp.value(kinds.EVENT, None).number)
    return interp.constant(None, arguments.site)


@behaviour("enter_tape")
def _enter(interp: Interpreter, tape: Tape, arguments: Arguments) -> Value:
    interp.started_tapes = [*interp.started_tapes, tape]
    interp.context = interp.context.replace(recording=(*interp.context.recording, tape))
    return tape


@behaviour("exit_tape")
def _exit(interp: Interpreter, tape: Tape, arguments: Arguments) -> Value:
    interp.started_tapes = [item for item in interp.started_tapes if item is not tape]
    recording = tuple(item for item in interp.context.recording if item is not tape)
    interp.context = interp.context.replace(recording=recording)
    return interp.constant(None, arguments.site)


@behaviour("watched_variables")
def _watched_variables(interp: Interpreter, tape: Tape, arguments: Arguments) -> Value:
    return interp.unknown(arguments.site, name="watched variables")


@behaviour("gradient")
def _gradient(interp: Interpreter, tape: Tape, arguments: Arguments) -> Value:
    return _query_tape(interp, tape, "gradient", arguments)


@behaviour("wrapped_gradient")
def _wrapped_gradient(interp: Interpreter, wrapper: Value, arguments: Arguments) -> Value:
    """Ask the one tape that an object of unread code was made from."""
    behind = all_behind(wrapper, limit=limits.MAX_CLOSE_VALUES) or []
    tapes = [value for value in behind if isinstance(value, Tape)]
    if len(tapes) == 1 and arguments.passed("sources") is not None:
        return _query_tape(interp, tapes[0], "gradient", arguments)
    return calls.unknown_call(interp, wrapper, arguments)


@behaviour("jacobian")
def _jacobian(interp: Interpreter, tape: Tape, arguments: Arguments) -> Value:
    return _query_tape(interp, tape, "jacobian", arguments)


@behaviour("batch_jacobian")
def _batch_jacobian(interp: Interpreter, tape: Tape, arguments: Arguments) -> Value:
    return _query_tape(interp, tape, "batch_jacobian", arguments)


def _query_tape(interp: Interpreter, tape: Tape, name: str, arguments: Arguments) -> Value:
    """Make a query on a tape of the program."""
    if _note_misspelt(interp, f"tape.{arguments.name}", arguments):
        # The call raises an exception.
        return interp.unknown(arguments.site, *arguments.all())
    target, sources = arguments.passed("target"), arguments.passed("sources")
    if target is None or sources is None:
        return interp.unknown(arguments.site, *arguments.all())
    _note_use(interp, tape, arguments.site, arguments.choices)
    return query(interp, tape, name, target, sources, arguments)


def _note_use(interp: Interpreter, tape: Tape, site: cst.CSTNode, choices: int) -> None:
    """Note the use of a tape, and an event if a non-persistent tape is used again.

    `choices`: how many objects may be asked; the tape and an object around it are asked once.
    """
    key = (tape.number, slots.USED)
    used = interp.store.read(key)
    if choices > 1 and used is not None and used.site is site:
        return
    if tape.persistent is False:
        outer = len(tape.context.loops)
        inner = [number for number, _ in interp.context.loops[outer:]]
        entered = outer if tape.entered_loops is None else tape.entered_loops
        repeated = inner[max(0, entered - outer) :]
        if used is not None and used.kind is kinds.USED:
            interp.graph.note("second-use", site, interp.context, (tape,))
        elif repeated:
            interp.graph.note(
                "repeated-use", site, interp.context, (tape,), ",".join(map(str, repeated))
            )
    interp.store.write(key, interp.value(kinds.USED, site))


def query(
    interp: Interpreter,
    tape: Tape,
    name: str,
    target: Value,
    sources: Value,
    arguments: Arguments,
) -> Value:
    """Add a query to the graph and return its result, which is itself differentiable."""
    marker = interp.value(kinds.EVENT, arguments.site)
    made = Query(
        tape=tape,
        method=name,
        target=target,
        sources_value=sources,
        site=arguments.site,
        context=interp.context,
        number=marker.number,
        arguments=arguments,
    )
    tape.queries.append(made)
    interp.graph.queries.append(made)
    result = Gradients(made, arguments.site, interp.context)
    result.edges = [Edge(target), Edge(sources)]
    seed = arguments.passed("upstream")
    if seed is not None:
        result.edges.append(Edge(seed))
    result.dtype = "float"
    made.result = result
    return result


@role("gradients")
def _gradients(interp: Interpreter, arguments: Arguments) -> Value:
    target, sources = arguments.passed("target"), arguments.passed("sources")
    if _note_misspelt(interp, arguments.name, arguments):
        return interp.unknown(arguments.site, *arguments.all())
    if interp.context.mode == "eager":
        interp.graph.note("gradients-in-eager", arguments.site, interp.context)
    if target is None or sources is None:
        return interp.unknown(arguments.site, *arguments.all())
    tape = Tape(arguments.site, interp.context, persistent=True)
    tape.records_everything = True
    return query(interp, tape, "gradients", target, sources, arguments)
