"""Labelled programs: case files with header comments, the python blocks of rule files, projects."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

MARK = re.compile(r"#\s*(TFG\d{3}(?:[ ,]+TFG\d{3})*)\s*$", re.MULTILINE)
HEADER = re.compile(r"#\s*(effect|truth|raises):\s*(.*?)\s*$")
BLOCK_LABEL = re.compile(r"(effect|truth|raises):\s*(.*?)\s*$")
FENCE = re.compile(r"```(\w*)\s*$")
EFFECTS = ("none", "wrong", "zero", "nan", "error", "cost", "ok")


class LabelError(ValueError):
    """A label that cannot be read."""


@dataclass(frozen=True, slots=True)
class Label:
    effect: str
    truth: tuple[float, ...] | None = None
    raises: str | None = None
    eager_truth: bool = False
    """The program is right if its functions are not traced (`# truth: eager`)."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program with what is stated about it. `offset` lines precede it in its file."""

    name: str
    text: str
    label: Label
    heading: str = ""
    offset: int = 0
    #: The folder of its file, below the folder that was read.
    folder: str = ""

    @property
    def test_id(self) -> str:
        """Return the id of the program's tests: folder, name, and codes that the folder lacks."""
        place = f"{self.folder}/{self.name}" if self.folder else self.name
        return id_with_codes(place, (code for _, code in self.marks))

    @property
    def marks(self) -> list[tuple[int, str]]:
        """(line in the program, code) of each finding that must be reported, sorted."""
        return _marks(self.text)


@dataclass(frozen=True, slots=True)
class Project:
    """A folder of modules; `entry` is the one that is run, and whose header states the effect."""

    root: Path
    entry: Path
    label: Label

    @property
    def name(self) -> str:
        return self.root.name

    @property
    def test_id(self) -> str:
        return id_with_codes(self.name, (code for _, _, code in self.marks))

    @property
    def modules(self) -> list[Path]:
        return _modules_below(self.root)

    @property
    def marks(self) -> list[tuple[str, int, str]]:
        """(file below the root, line, code) of each finding that must be reported, sorted."""
        found: list[tuple[str, int, str]] = []
        for path in self.modules:
            file = path.relative_to(self.root).as_posix()
            found += [(file, line, code) for line, code in _marks(path.read_text(encoding="utf-8"))]
        return sorted(found)


def id_with_codes(name: str, codes: Iterable[str]) -> str:
    """Append the codes that the name lacks, so that `pytest -k CODE` selects the test."""
    return "-".join([name, *sorted({code for code in codes if code not in name})])


def _marks(text: str) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        mark = MARK.search(line)
        if mark is not None:
            found += [(number, code) for code in re.split(r"[ ,]+", mark.group(1))]
    return sorted(found)


def read_programs(path: Path) -> list[Program]:
    return read_rule(path) if path.suffix == ".md" else [read_case(path)]


def read_case(path: Path, folder: str = "") -> Program:
    text = path.read_text(encoding="utf-8")
    label = label_of(_header(text), str(path))
    return Program(name=path.stem, text=text, label=label, folder=folder)


def read_cases(root: Path) -> list[Program]:
    """Read all labelled programs below a folder, sorted by path."""
    return [
        read_case(path, path.parent.relative_to(root).as_posix().removeprefix("."))
        for path in sorted(root.rglob("*.py"))
    ]


def read_project(root: Path) -> Project:
    headers = {path: _header(path.read_text(encoding="utf-8")) for path in _modules_below(root)}
    entries = [path for path, fields in headers.items() if "effect" in fields]
    if len(entries) != 1:
        raise LabelError(f"{root}: {len(entries)} files state an effect, and one has to")
    (entry,) = entries
    return Project(root, entry, label_of(headers[entry], str(entry)))


def _modules_below(root: Path) -> list[Path]:
    return sorted(root.rglob("*.py"))


def _header(text: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        header = HEADER.match(line)
        if header is not None:
            fields[header.group(1)] = header.group(2)
    return fields


@dataclass(frozen=True, slots=True)
class _Block:
    heading: str
    language: str
    text: str
    offset: int
    fields: dict[str, str]


def read_rule(path: Path) -> list[Program]:
    """Return the python blocks of a rule page; `Use instead` gives the truth of a wrong number."""
    text = path.read_text(encoding="utf-8")
    rule_effect = re.search(r'^effect = "(\w+)"', text, re.MULTILINE)
    programs: list[Program] = []
    numbers: dict[str, int] = {}
    for block in blocks(text):
        # Broken code cannot be a python block: as text it is a program when a line is marked.
        broken = block.heading == "Example" and MARK.search(block.text)
        if block.language != "python" and not (block.language == "text" and broken):
            continue
        numbers[block.heading] = number = numbers.get(block.heading, 0) + 1
        fields = dict(block.fields)
        if block.heading != "Example":
            fields.setdefault("effect", "ok")
        elif rule_effect is not None:
            fields.setdefault("effect", rule_effect.group(1))
        programs.append(
            Program(
                name=f"{path.stem}:{block.heading.lower().replace(' ', '-')}-{number}",
                text=block.text,
                label=label_of(fields, f"{path}:{block.offset}"),
                heading=block.heading,
                offset=block.offset,
            )
        )
    return programs


def remedy_of(example: Program, programs: list[Program]) -> Program | None:
    """Return the `Use instead` block whose gradient is the truth for an Example.

    It is the one in the same position, or the last one if there are fewer.
    """
    examples = [program for program in programs if program.heading == "Example"]
    remedies = [program for program in programs if program.heading == "Use instead"]
    if not remedies:
        return None
    return remedies[min(examples.index(example), len(remedies) - 1)]


def blocks(markdown: str) -> Iterator[_Block]:
    """Yield all fenced blocks with their heading and the labels directly above them."""
    heading = ""
    fields: dict[str, str] = {}
    lines = markdown.splitlines()
    position = 0
    while position < len(lines):
        line = lines[position]
        position += 1
        if line.startswith("## "):
            heading, fields = line[3:].strip(), {}
            continue
        fence = FENCE.match(line)
        if fence is None:
            label = BLOCK_LABEL.match(line)
            if label is not None:
                fields[label.group(1)] = label.group(2)
            elif line.strip():
                fields = {}
            continue
        start = position
        while position < len(lines) and lines[position] != "```":
            position += 1
        body = "".join(text + "\n" for text in lines[start:position])
        position += 1
        yield _Block(heading, fence.group(1), body, start, fields)
        fields = {}


def label_of(fields: dict[str, str], place: str) -> Label:
    effect = fields.get("effect", "").split("#")[0].strip()
    if effect not in EFFECTS:
        raise LabelError(f"{place}: effect {effect!r} is none of {', '.join(EFFECTS)}")
    truth: tuple[float, ...] | None = None
    eager_truth = fields.get("truth") == "eager"
    if "truth" in fields and not eager_truth:
        try:
            value = ast.literal_eval(fields["truth"])
            truth = tuple(
                float(number) for number in (value if isinstance(value, list) else [value])
            )
        except (SyntaxError, ValueError, TypeError) as error:
            raise LabelError(f"{place}: truth is not a list of numbers: {error}") from error
    return Label(effect=effect, truth=truth, raises=fields.get("raises"), eager_truth=eager_truth)
