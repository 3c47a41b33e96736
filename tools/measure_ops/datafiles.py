"""Readers of the reviewed files: recipes/, corrections.txt and tooling.txt."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Recipe:
    """`tf.image.resize(images=F(1, 8, 8, 3), size=[4, 4], method="area") when method=area`.

    An argument without a value belongs to the signature and is not passed. ` := ` starts an
    expression to evaluate instead of a plain call, in terms of the arguments with values.
    `  raises` at the end means that the call itself fails; the exception is measured. `  at
    zero-in-x` names a point where TensorFlow's own gradient may be wrong.
    """

    name: str
    arguments: tuple[tuple[str, str], ...]  # name, expression ("" when not given)
    expression: str = ""
    when: str = ""
    raises: bool = False
    at: str = ""
    text: str = ""

    @property
    def key(self) -> str:
        """The name, or the name and what is special: `tf.cast when dtype=int`."""
        if self.at:
            return f"{self.name} at {self.at}"
        return f"{self.name} when {self.when}" if self.when else self.name


@dataclass(frozen=True)
class Correction:
    """`tf.stop_gradient: input:detach -> kind | fact=value  # reason`; a reason is required."""

    name: str
    effects: dict[str, str] = field(default_factory=dict)
    result: str = ""
    facts: dict[str, str] = field(default_factory=dict)
    clauses: tuple[str, ...] = ()
    reason: str = ""


def recipes() -> list[Recipe]:
    """Return all recipes; their division into files has no meaning."""
    files = [path.name for path in sorted((HERE / "recipes").glob("*.txt"))]
    return [_recipe(line) for name in files for line in _lines(f"recipes/{name}", None)]


def corrections(text: str | None = None) -> list[Correction]:
    return [_correction(line) for line in _lines("corrections.txt", text) if _is_patch(line)]


def whole_lines(text: str | None = None) -> list[str]:
    """Return the whole entries of corrections.txt: wildcards, aliases, signatures."""
    return [
        line.split("  #")[0].rstrip()
        for line in _lines("corrections.txt", text)
        if not _is_patch(line)
    ]


def name_of(line: str) -> str:
    """Return the name an entry or an alias is about."""
    return line.split("(")[0].split(" ")[0]


def is_implied(alias: str, name: str) -> bool:
    """True if a wildcard line already makes `alias` an alias of `name`."""
    return (
        alias.removeprefix("tf.compat.v1.") == name.removeprefix("tf.")
        or alias.removeprefix("tf.") == name
    )


@cache
def written_names() -> frozenset[str]:
    """Return names with whole lines in corrections.txt, which are not measured."""
    return frozenset(name_of(line) for line in whole_lines())


def is_written(name: str) -> bool:
    """True if the name has a line of its own, or a wildcard entry (not an alias) covers it."""
    wildcards = (name_of(line) for line in whole_lines() if "*(" in line)
    return name in written_names() or any(
        name.startswith(wildcard.removesuffix("*")) for wildcard in wildcards
    )


@cache
def tooling() -> dict[str, str]:
    """Return namespaces and functions that are not measured, with the reason for each."""
    pairs = (line.partition(": ") for line in _lines("tooling.txt", None))
    return {name: reason for name, _, reason in pairs}


def _lines(filename: str, text: str | None) -> list[str]:
    if text is None:
        text = (HERE / filename).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def _is_patch(line: str) -> bool:
    """True for a patch, which has ":" after the name; a whole line has "(" or " = "."""
    name = line.split("(")[0].split(" ")[0]
    return name.endswith(":")


def split_arguments(text: str) -> list[str]:
    """Split at the commas that are not inside brackets or quotes."""
    parts: list[str] = []
    depth, start, quote = 0, 0, ""
    for position, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(text[start:position].strip())
            start = position + 1
    last = text[start:].strip()
    return [*parts, last] if last else parts


def bare_name(key: str) -> str:
    """Return the name in the key of a recipe."""
    return key.split(" ")[0]


def _recipe(line: str) -> Recipe:
    text = line
    raises = line.endswith("  raises")
    line, _, at = line.removesuffix("  raises").partition("  at ")
    line, _, when = line.partition("  when ")
    line, _, expression = line.partition("  := ")
    name, _, rest = line.strip().partition("(")
    inside = rest.strip()
    if not inside.endswith(")"):
        raise ValueError(f"recipes: no closing bracket in {line!r}")
    arguments: list[tuple[str, str]] = []
    for part in split_arguments(inside[:-1]):
        argument, _, value = part.partition("=")
        arguments.append((argument.strip(), value.strip()))
    return Recipe(
        name, tuple(arguments), expression.strip(), when.strip(), raises, at.strip(), text
    )


def _correction(line: str) -> Correction:
    line, mark, reason = line.partition("  # ")
    if not mark:
        raise ValueError(f"corrections.txt: no reason given in {line!r}")
    name, _, rest = line.partition(": ")
    body, *segments = (
        rest.split(" | ") if not rest.startswith("| ") else ("", *rest[2:].split(" | "))
    )
    effects_text, _, result = body.partition("-> ")
    effects: dict[str, str] = {}
    for part in split_arguments(effects_text.strip()):
        argument, _, effect = part.partition(":")
        effects[argument] = effect
    facts: dict[str, str] = {}
    clauses: list[str] = []
    for segment in segments:
        if segment.startswith(("when ", "mode=")):
            clauses.append(segment)
            continue
        for word in segment.split():
            key, _, value = word.partition("=")
            facts[key] = value
    return Correction(name, effects, result.strip(), facts, tuple(clauses), reason)


def evaluate(recipe: Recipe, names: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a recipe that have a value."""
    return {n.lstrip("*"): eval(value, names) for n, value in recipe.arguments if value}
