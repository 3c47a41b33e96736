"""The messages between judges and the sandboxed worker, as plain values that travel as JSON.

A judge sends a `Request`; the worker answers with a `Report`. Only the standard library is imported
here, because the judging process has no TensorFlow.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal

from tflintgrad.verify.observer.stack import error_line

#: When sources are moved: as the tape is entered ("entry"); where they got the value they have then
#: ("made"); or where they got the value they have at the query ("last").
Timing = Literal["entry", "made", "last"]


@dataclass(frozen=True, slots=True)
class UserLine:
    """A line of the user's code."""

    filename: str
    row: int


@dataclass(frozen=True, slots=True)
class RowRange:
    """Consecutive rows of one file, both ends included."""

    filename: str
    first: int
    last: int

    def contains(self, line: UserLine) -> bool:
        """True if the line is one of these rows."""
        return line.filename == self.filename and self.first <= line.row <= self.last


@dataclass(frozen=True, slots=True)
class PerturbedSource:
    """One source to move in a perturbed run: which tensor it is, and how far to move it."""

    serial: int
    #: Its position among the query's sources; the direction is drawn from seed and position.
    position: int
    shape: tuple[int, ...]
    dtype: str
    scale: float
    variable: bool
    #: How often the variable had been written when the tape was entered.
    writes: int = 0
    made_later: bool = False
    #: The variable's new values, flat; if given, they are assigned instead of a move.
    values: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Perturbation:
    """Instructions for a perturbed run: move the sources of one query by `step`."""

    sources: tuple[PerturbedSource, ...]
    seed: int
    step: float
    timing: Timing
    #: The tape entry at which sources are moved, counted over the run.
    tape_entry: int
    #: The results of `stop_gradient` in the unperturbed run, base64, in order.
    detached: tuple[str, ...] = ()
    #: The numbers that entered TensorFlow in the unperturbed run, if they are to stay the same.
    constants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """One run of one program."""

    program: str
    #: The text to run instead of the file's; it has the same rows.
    text: str | None = None
    root: str = ""
    module: str = ""
    #: Where imports are looked up, besides the program's own folder.
    search_path: tuple[str, ...] = ()
    #: Imported modules, by path, with the text to run instead of the file's.
    modules: tuple[tuple[str, str], ...] = ()
    #: The only folder that the program can write to.
    run_folder: str = ""
    device: str = "cpu"
    jit: bool = False
    #: Add an op to traced functions that reports the gradients' numbers.
    numbers_when_traced: bool = True
    #: Run functions eagerly, number every tensor, and replay detached values.
    eager: bool = False
    perturbation: Perturbation | None = None
    #: At awaited queries, also compute the gradient of each output (or target) by itself.
    per_output: bool = False
    #: Rows in which the judge expects a query.
    awaited: tuple[RowRange, ...] = ()
    #: Stop once every awaited query was observed this often; 0: run to the end.
    max_observations: int = 0
    #: Record which of the awaited rows are executed.
    trace_rows: bool = False
    #: Stop at this observation: (line, occurrence).
    stop_at: tuple[UserLine, int] | None = None
    #: Rows under judgement; values detached there are not replayed.
    judged_rows: tuple[RowRange, ...] = ()
    #: Record the numbers that enter TensorFlow from Python and NumPy.
    records_constants: bool = False
    #: Distinguishes repetitions of one run, which show whether the program is deterministic.
    repeat: int = 0
    #: Add noise to every constant, so that no zero hides a dependence.
    jittered: bool = False
    #: Seed of the program's own random numbers.
    seed: int = 0
    #: Seeds of the random directions, one each.
    seeds: tuple[int, ...] = (1, 2)
    #: How many numbers of each gradient the report holds.
    max_values: int = 8
    timeout: float = 60.0
    memory: int = 8 << 30
    unsafe: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the request as values that `json` can write."""
        return asdict(self)


def request_from_json(data: dict[str, Any]) -> Request:
    """Return the request that `Request.to_json` was called on."""
    values = dict(data)
    values["awaited"] = tuple(RowRange(**item) for item in data["awaited"])
    values["judged_rows"] = tuple(RowRange(**item) for item in data["judged_rows"])
    values["modules"] = tuple((path, text) for path, text in data["modules"])
    values["seeds"] = tuple(data["seeds"])
    values["search_path"] = tuple(data["search_path"])
    if data["stop_at"] is not None:
        line, occurrence = data["stop_at"]
        values["stop_at"] = (UserLine(**line), occurrence)
    if data["perturbation"] is not None:
        perturbation = dict(data["perturbation"])
        perturbation["sources"] = tuple(
            PerturbedSource(
                **{**item, "shape": tuple(item["shape"]), "values": tuple(item["values"])}
            )
            for item in perturbation["sources"]
        )
        perturbation["detached"] = tuple(perturbation["detached"])
        perturbation["constants"] = tuple(perturbation["constants"])
        values["perturbation"] = Perturbation(**perturbation)
    return Request(**values)


@dataclass(slots=True)
class Gradient:
    """The gradient that one query returned for one source."""

    kind: Literal["none", "numbers", "symbolic", "other"] = "other"
    finite: bool = True
    zero: bool = False
    #: Unknown sizes are -1; None if the rank is unknown.
    shape: list[int] | None = None
    #: The first few numbers, for display; the real parts of complex ones.
    values: list[float] = field(default_factory=list)
    #: The imaginary parts of complex numbers.
    imaginary: list[float] = field(default_factory=list)
    #: Gradient times direction, by seed.
    along: dict[str, float] = field(default_factory=dict)
    #: The result of the last execution, if a traced query was executed more than once.
    latest: Gradient | None = None


@dataclass(slots=True)
class ObservedSource:
    """One source of an observed query."""

    name: str = ""
    dtype: str = ""
    shape: list[int] = field(default_factory=list)
    variable: bool = False
    trainable: bool = True
    #: The same object has the same identity throughout one run.
    identity: int = -1
    #: The tensor's serial number; -1 if unknown, so that the source cannot be moved.
    serial: int = -1
    scale: float = 1.0
    #: How often it had been written when the tape was entered; at least 1.
    writes: int = 0
    #: True if it was created after the tape was entered.
    made_later: bool = False
    #: How often it had been written at the query.
    last_writes: int = 0

    @property
    def differentiable(self) -> bool:
        """True for floating-point and complex sources."""
        return self.dtype.startswith(("float", "bfloat", "complex"))


@dataclass(slots=True)
class ObservedQuery:
    """One execution of a query."""

    method: str
    #: The user's lines on the stack, innermost first.
    lines: list[UserLine]
    occurrence: int
    #: How many queries the run had issued before.
    preceding: int = 0
    #: True if Keras issued it, in `fit`.
    implicit: bool = False
    traced: bool = False
    jit: bool = False
    tape_entry: int = -1
    persistent: bool = False
    recording: bool = False
    sources: list[ObservedSource] = field(default_factory=list)
    gradients: list[Gradient] = field(default_factory=list)
    #: Weighted sum of the target, by seed.
    target_sums: dict[str, float] = field(default_factory=dict)
    #: The sum of the absolute values of that sum's terms.
    magnitude: float = 0.0
    target_dtype: str = ""
    target_size: int = 0
    target_count: int = 1
    #: The half-precision dtypes of tensors that the run had computed before.
    low_precision: list[str] = field(default_factory=list)
    device: str = ""
    #: How many trainable variables the tape watched that are not among the sources.
    missing_variables: int = 0
    raised: ObservedException | None = None
    #: The gradient of twice the target, and twice the gradient; set only if they differ.
    doubled: float | None = None
    twice: float | None = None
    #: Of one entry of the gradient: the part of the first output (or target), and the sum.
    first_part: float | None = None
    whole: float | None = None
    #: True if that entry adds up several outputs (or targets).
    merged: bool = False
    #: The number of entries in the largest gradient.
    result_size: int = 0

    @property
    def line(self) -> UserLine:
        """The user's line that issued the query."""
        return self.lines[0] if self.lines else UserLine("", 0)


@dataclass(slots=True)
class ObservedException:
    """An exception; `bases` are the names of its class and base classes, nearest first."""

    bases: list[str]
    message: str
    #: The user's lines that it passed, innermost first.
    lines: list[UserLine]
    #: The library modules that it passed, such as `custom_gradient`.
    trail: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name of the exception's class."""
        return self.bases[0] if self.bases else "exception"

    @property
    def first_line(self) -> str:
        """The line of the message that states the error, shortened and the same in every run."""
        # Object addresses differ from run to run.
        return re.sub(r",? \bid=\d+", "", error_line(self.message))[:160]


@dataclass(slots=True)
class AppliedGradients:
    """One optimizer step, or one assignment by hand: which gradient moved which variable."""

    lines: list[UserLine]
    #: (query number, position among its sources) of each gradient, or None if it is unknown.
    gradients: list[list[int] | None]
    #: How many queries the run had issued by then.
    preceding_queries: int
    #: The variables' identities.
    variables: list[int]
    names: list[str]
    #: The variables' values before the step, flat; empty for large variables.
    values: list[list[float]]


@dataclass(slots=True)
class ObservedWeight:
    """A variable with floating-point numbers, and whether it changed."""

    name: str
    trainable: bool = True
    moved: bool = False
    #: Some tape watched it, and the query had other variables as sources.
    missing: bool = False
    #: The user's lines that created it, innermost first.
    made: list[UserLine] = field(default_factory=list)


@dataclass(slots=True)
class ObservedTraining:
    """One call of `fit` or the like, with the weights of the model."""

    lines: list[UserLine]
    weights: list[ObservedWeight] = field(default_factory=list)


@dataclass(slots=True)
class Report:
    """Everything that the worker observed in one run."""

    #: The first few queries of each line, in order; then the last query of lines that issued more.
    queries: list[ObservedQuery] = field(default_factory=list)
    applications: list[AppliedGradients] = field(default_factory=list)
    trainings: list[ObservedTraining] = field(default_factory=list)
    #: Every variable that exists at the end; it has moved if its value is not the first one.
    weights: list[ObservedWeight] = field(default_factory=list)
    raised: ObservedException | None = None
    #: Why the report is missing or incomplete; empty if the program ended or was stopped early.
    failure: str = ""
    protection: str = ""
    #: The project's files that took part, with their digests; data files with size and time.
    files: dict[str, str] = field(default_factory=dict)
    #: What makes finite differences unsuitable as a judge: op types, custom gradients.
    unsuitable: list[str] = field(default_factory=list)
    #: The results of `stop_gradient`, base64, in order; empty strings are not replayed.
    detached: list[str] = field(default_factory=list)
    #: The numbers that entered TensorFlow, base64, in order, if the request has
    #: `records_constants`; empty strings are not replayed.
    constants: list[str] = field(default_factory=list)
    #: The awaited rows that were executed, if the request has `trace_rows`.
    reached_rows: list[int] = field(default_factory=list)
    #: The sum of each observed variable at the end.
    final_state: list[float] = field(default_factory=list)
    #: Persistent tapes that are alive at the end, by the line that created them.
    live_tapes: list[UserLine] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Return the report as values that `json` can write."""
        return asdict(self)


def report_from_json(data: dict[str, Any]) -> Report:
    """Return the report in `data`; raise KeyError, TypeError or ValueError if it is malformed."""
    values = {f.name: data[f.name] for f in fields(Report)}
    values["queries"] = [_query(query) for query in data["queries"]]
    values["applications"] = [
        AppliedGradients(**{**item, "lines": _lines(item["lines"])})
        for item in data["applications"]
    ]
    values["trainings"] = [
        ObservedTraining(_lines(item["lines"]), [_weight(weight) for weight in item["weights"]])
        for item in data["trainings"]
    ]
    values["weights"] = [_weight(weight) for weight in data["weights"]]
    values["raised"] = _exception(data["raised"])
    values["live_tapes"] = _lines(data["live_tapes"])
    return Report(**values)


def _weight(data: dict[str, Any]) -> ObservedWeight:
    return ObservedWeight(**{**data, "made": _lines(data["made"])})


def _query(data: dict[str, Any]) -> ObservedQuery:
    values = {f.name: data[f.name] for f in fields(ObservedQuery)}
    values["lines"] = _lines(data["lines"])
    values["sources"] = [ObservedSource(**source) for source in data["sources"]]
    values["gradients"] = [_gradient(gradient) for gradient in data["gradients"]]
    values["target_sums"] = _numbers(data["target_sums"])
    values["raised"] = _exception(data["raised"])
    return ObservedQuery(**values)


def _gradient(data: dict[str, Any]) -> Gradient:
    latest = None if data["latest"] is None else _gradient(data["latest"])
    return Gradient(**{**data, "along": _numbers(data["along"]), "latest": latest})


def _exception(data: dict[str, Any] | None) -> ObservedException | None:
    if data is None:
        return None
    bases = [str(base) for base in data["bases"]]
    trail = [str(name) for name in data["trail"]]
    return ObservedException(bases, str(data["message"]), _lines(data["lines"]), trail)


def _lines(items: list[dict[str, Any]]) -> list[UserLine]:
    return [UserLine(str(item["filename"]), int(item["row"])) for item in items]


def _numbers(mapping: dict[str, Any]) -> dict[str, float]:
    return {key: float(value) for key, value in mapping.items()}
