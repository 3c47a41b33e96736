"""What the judge asks a child to run, and what the child saw: plain values that travel as JSON.

Only the standard library is imported here: both sides read it, and only one has TensorFlow.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal

#: When sources are moved: as the tape starts; where they got the value they have then; where they
#: got the value they have when the gradient is asked for.
Timing = Literal["entry", "made", "last"]


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the user's code."""

    filename: str
    row: int


@dataclass(frozen=True, slots=True)
class Window:
    """Rows of a file in which a query is awaited."""

    filename: str
    first: int
    last: int

    def holds(self, place: Place) -> bool:
        return place.filename == self.filename and self.first <= place.row <= self.last


@dataclass(frozen=True, slots=True)
class Nudged:
    """One source that is moved: where it was born, and along which direction."""

    serial: int
    #: Its position among the query's sources; the direction is drawn from seed and position.
    position: int
    shape: tuple[int, ...]
    dtype: str
    scale: float
    variable: bool
    #: How often the variable had been written when the tape started.
    writes: int = 0
    made_later: bool = False
    #: Set instead of moved: the variable's values, flat.
    values: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Nudge:
    """Run again with the sources of one query moved by `step` along a direction."""

    sources: tuple[Nudged, ...]
    seed: int
    step: float
    #: Move variables when the tape is entered, or where they got their value.
    timing: Timing
    #: Which entering of a tape, counted over the run.
    entry: int
    #: What `stop_gradient` gave in the run that was not nudged, base64, in order.
    detached: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """One run of one program."""

    program: str
    #: The text to run in place of the file's; rows are the same.
    text: str | None = None
    root: str = ""
    module: str = ""
    #: Where its imports are looked up, besides its own folder.
    folders: tuple[str, ...] = ()
    folder: str = ""
    device: str = "cpu"
    jit: bool = False
    #: Put an op into traced functions that tells the gradients' numbers.
    numbers_when_traced: bool = True
    #: Everything runs eagerly, ops are counted, detached values are replayed.
    difference: bool = False
    nudge: Nudge | None = None
    #: Ask each output (or target) for its own gradient at the queries that are awaited.
    separately: bool = False
    awaited: tuple[Window, ...] = ()
    #: Stop once every awaited query was seen so often; 0: run to the end.
    enough: int = 0
    #: Note which of the awaited rows are executed.
    trace: bool = False
    #: Stop at this observation of this place: (place, occurrence).
    until: tuple[Place, int] | None = None
    #: Lines whose detached values are not replayed, because they are what is on trial.
    tried_rows: tuple[Window, ...] = ()
    #: The same run once more, to see whether it is the same.
    repeat: int = 0
    #: With other numbers: every constant is a little off, so that no zero hides a dependence.
    shaken: bool = False
    #: Where the program's own random numbers start.
    seed: int = 0
    #: One for each random direction.
    seeds: tuple[int, ...] = (1, 2)
    #: So many numbers of each gradient are told.
    shown: int = 8
    timeout: float = 60.0
    memory: int = 8 << 30
    unsafe: bool = False

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def request_from_json(data: dict[str, Any]) -> Request:
    values = dict(data)
    values["awaited"] = tuple(Window(**item) for item in data["awaited"])
    values["tried_rows"] = tuple(Window(**item) for item in data["tried_rows"])
    values["seeds"] = tuple(data["seeds"])
    values["folders"] = tuple(data["folders"])
    if data["until"] is not None:
        place, occurrence = data["until"]
        values["until"] = (Place(**place), occurrence)
    if data["nudge"] is not None:
        nudge = dict(data["nudge"])
        nudge["sources"] = tuple(
            Nudged(**{**item, "shape": tuple(item["shape"]), "values": tuple(item["values"])})
            for item in nudge["sources"]
        )
        nudge["detached"] = tuple(nudge["detached"])
        values["nudge"] = Nudge(**nudge)
    return Request(**values)


@dataclass(slots=True)
class Gradient:
    """What one source got from one query."""

    kind: Literal["none", "numbers", "symbolic", "other"] = "other"
    finite: bool = True
    zero: bool = False
    #: Unknown sizes are -1; None when not even their number is known.
    shape: list[int] | None = None
    #: The first few numbers, to show; of complex ones the real parts.
    values: list[float] = field(default_factory=list)
    #: The imaginary parts of complex ones.
    imaginary: list[float] = field(default_factory=list)
    #: Gradient times direction, by seed.
    along: dict[str, float] = field(default_factory=dict)
    #: What the last execution gave, where a traced query was executed more than once.
    latest: Gradient | None = None


@dataclass(slots=True)
class SourceSeen:
    name: str = ""
    dtype: str = ""
    shape: list[int] = field(default_factory=list)
    variable: bool = False
    trainable: bool = True
    #: The same object has the same identity throughout one run.
    identity: int = -1
    #: -1: unknown, so it cannot be moved.
    serial: int = -1
    scale: float = 1.0
    #: How often it had been written when the tape started; at least once before it is used.
    writes: int = 0
    #: It was made only after the tape started.
    made_later: bool = False
    #: How often it had been written when the gradient was asked for.
    last_writes: int = 0

    @property
    def differentiable(self) -> bool:
        return self.dtype.startswith(("float", "bfloat", "complex"))


@dataclass(slots=True)
class QuerySeen:
    """One query, as it happened."""

    method: str
    #: The user's lines that led to it, innermost first.
    places: list[Place]
    occurrence: int
    #: How many queries of the run were asked before it.
    before: int = 0
    #: Asked by Keras, in `fit`.
    implicit: bool = False
    traced: bool = False
    jit: bool = False
    entry: int = -1
    persistent: bool = False
    recording: bool = False
    sources: list[SourceSeen] = field(default_factory=list)
    gradients: list[Gradient] = field(default_factory=list)
    #: Weighted sum of the target, by seed; and how large its terms are.
    target: dict[str, float] = field(default_factory=dict)
    magnitude: float = 0.0
    target_dtype: str = ""
    target_size: int = 0
    #: Types of lower precision that took part before it.
    through: list[str] = field(default_factory=list)
    targets: int = 1
    device: str = ""
    #: Trainable variables that took part and were not asked for.
    unasked: int = 0
    raised: Raised | None = None
    #: The gradient of twice the target, and twice the gradient, where those are not the same.
    doubled: float | None = None
    twice: float | None = None
    #: Asked output by output (or target by target): the part that the first one has in the number
    #: that is shown, and whether another one was added to it.
    first_part: float | None = None
    whole: float | None = None
    merged: bool = False
    #: Entries in the whole result.
    entries: int = 0

    @property
    def place(self) -> Place:
        return self.places[0] if self.places else Place("", 0)


@dataclass(slots=True)
class Raised:
    """An exception: `bases` are the names of its classes, nearest first."""

    bases: list[str]
    message: str
    #: The user's lines it passed, innermost first.
    places: list[Place]
    #: The libraries' modules it passed, such as `custom_gradient`.
    trail: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.bases[0] if self.bases else "exception"

    @property
    def first_line(self) -> str:
        lines = [line.strip() for line in self.message.splitlines() if line.strip()]
        # AutoGraph puts the traceback first and the error itself last.
        text = lines[-1] if lines and lines[0].startswith("in user code") else "".join(lines[:1])
        # Addresses would make every run another one.
        return re.sub(r",? \bid=\d+", "", text)[:160]


@dataclass(slots=True)
class Application:
    """Gradients handed to an optimizer: for each pair the query and source it came from."""

    places: list[Place]
    #: (query number, position among its sources) of the gradient, or None when it is not known.
    gradients: list[list[int] | None]
    #: How many queries had been seen by then.
    asked: int
    #: The variables' identities.
    variables: list[int]
    names: list[str]
    #: What the variables held before: flat, for small ones.
    values: list[list[float]]


@dataclass(slots=True)
class Report:
    """What a child saw until it ended."""

    #: The first few of each line as they were asked, and after them the last one of lines that
    #: asked more often.
    queries: list[QuerySeen] = field(default_factory=list)
    applications: list[Application] = field(default_factory=list)
    raised: Raised | None = None
    #: Why there is no (complete) report; empty when the program ran to its end or was cut off.
    trouble: str = ""
    protection: str = ""
    #: Files of the project that took part, with their digests; data files with size and time.
    files: dict[str, str] = field(default_factory=dict)
    #: Names of op types that make finite differences unfit as a judge.
    unfit: list[str] = field(default_factory=list)
    #: What `stop_gradient` gave, base64, in order; empty where it is not replayed.
    detached: list[str] = field(default_factory=list)
    #: Awaited rows that were executed, in a run that traces them.
    reached: list[int] = field(default_factory=list)
    #: What the variables that took part add up to at the end.
    state: list[float] = field(default_factory=list)
    #: Persistent tapes still alive at the end, by the place where they were made.
    alive_tapes: list[Place] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def _numbers(mapping: dict[str, Any]) -> dict[str, float]:
    return {key: float(value) for key, value in mapping.items()}


def _places(items: list[dict[str, Any]]) -> list[Place]:
    return [Place(str(item["filename"]), int(item["row"])) for item in items]


def _raised(data: dict[str, Any] | None) -> Raised | None:
    if data is None:
        return None
    bases = [str(base) for base in data["bases"]]
    trail = [str(name) for name in data["trail"]]
    return Raised(bases, str(data["message"]), _places(data["places"]), trail)


def _gradient(data: dict[str, Any]) -> Gradient:
    latest = None if data["latest"] is None else _gradient(data["latest"])
    return Gradient(**{**data, "along": _numbers(data["along"]), "latest": latest})


def _query(data: dict[str, Any]) -> QuerySeen:
    values = {f.name: data[f.name] for f in fields(QuerySeen)}
    values["places"] = _places(data["places"])
    values["sources"] = [SourceSeen(**source) for source in data["sources"]]
    values["gradients"] = [_gradient(gradient) for gradient in data["gradients"]]
    values["target"] = _numbers(data["target"])
    values["raised"] = _raised(data["raised"])
    return QuerySeen(**values)


def report_from_json(data: dict[str, Any]) -> Report:
    """Raises KeyError, TypeError or ValueError for what no honest child sends."""
    values = {f.name: data[f.name] for f in fields(Report)}
    values["queries"] = [_query(query) for query in data["queries"]]
    values["applications"] = [
        Application(**{**item, "places": _places(item["places"])}) for item in data["applications"]
    ]
    values["raised"] = _raised(data["raised"])
    values["alive_tapes"] = _places(data["alive_tapes"])
    return Report(**values)
