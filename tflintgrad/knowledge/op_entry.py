"""One entry of the op table: its arguments, its result, and clauses for special arguments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

_NOTHING: Mapping[str, str] = MappingProxyType({})
#: The table lists the methods of values under these names.
OWNERS_OF_METHODS: Final = frozenset(
    {"Tensor", "Variable", "ndarray", "TensorArray", "IndexedSlices"}
)
#: The owner of the methods of values, by the name of their kind.
_OWNERS_BY_KIND: Final = {
    "tensor": "Tensor",
    "gradients": "Tensor",
    "symbolic": "Tensor",
    "variable": "Variable",
    "ndarray": "ndarray",
    "tensorarray": "TensorArray",
}


def method_of(kind: str, method: str) -> str:
    """Return the name under which the table may list a method of values of a kind, or ""."""
    owner = _OWNERS_BY_KIND.get(kind)
    return f"{owner}.{method}" if owner is not None else ""


def owner_of(name: str) -> str:
    """Return the kind of the values that have a method of the table, or ""."""
    owner = name.partition(".")[0]
    return owner.lower() if owner in OWNERS_OF_METHODS else ""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument, or one element of a tuple result.

    For an argument `effect` is "" when it cannot carry a gradient, else one of flow, none, zero,
    lost, raises, detach, leaves, shape, select. For a result it is an effect or a kind (int, …).
    """

    name: str
    effect: str = ""
    variadic: bool = False
    keyword_only: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """Exceptions from an entry for certain values of arguments: `when dtype=int: x:none`."""

    conditions: Mapping[str, frozenset[str]]
    effects: Mapping[str, str]
    result: str
    raises: str
    facts: Mapping[str, str] = field(default_factory=lambda: _NOTHING)

    def applies(self, given: Mapping[str, str]) -> bool:
        """True if the arguments of a call, as far as they are known, meet every condition."""
        return all(given.get(key, "") in values for key, values in self.conditions.items())


@dataclass(frozen=True, slots=True)
class Op:
    """One line of the table."""

    name: str
    arguments: tuple[Argument, ...]
    result: str = "float"
    results: tuple[Argument, ...] = ()
    facts: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    clauses: tuple[Clause, ...] = ()

    def argument(self, position: int | None, keyword: str | None) -> Argument | None:
        """Return the argument that a call passes by position or name; None if it is unknown."""
        if keyword is not None:
            for argument in self.arguments:
                if argument.name == keyword and not argument.variadic:
                    return argument
            for argument in self.arguments:
                if argument.variadic and argument.keyword_only:
                    return argument
            return None
        if position is None:
            return None
        for place, argument in enumerate(self.arguments):
            if argument.keyword_only:
                break
            if argument.variadic or place == position:
                return argument
        return None

    def effect_of(
        self,
        position: int | None,
        keyword: str | None = None,
        given: Mapping[str, str] = _NOTHING,
    ) -> str:
        """Return the effect of one argument, clauses included.

        `given` holds the statically known arguments of the call: {"dtype": "int"}. An argument that
        the table does not list counts as flow, so that no finding rests on it.
        """
        argument = self.argument(position, keyword)
        if argument is None:
            return "flow"
        for clause in self.clauses:
            if clause.applies(given):
                effect = clause.effects.get(argument.name)
                if effect is None and argument.effect:
                    effect = clause.effects.get("*")
                if effect is not None:
                    return effect
        return argument.effect

    def result_of(self, given: Mapping[str, str] = _NOTHING) -> str:
        """Return the kind of the result, clauses included."""
        for clause in self.clauses:
            if clause.result and clause.applies(given):
                return clause.result
        return self.result

    def fact(self, name: str, given: Mapping[str, str] = _NOTHING) -> str:
        """Return the value of a fact, clauses included; "" if it does not hold."""
        for clause in self.clauses:
            if name in clause.facts and clause.applies(given):
                return clause.facts[name].strip("-")
        return self.facts.get(name, "")

    def exception_of(self, given: Mapping[str, str] = _NOTHING) -> str:
        """Return the exception that a `raises` argument leads to; "" if the table names none."""
        for clause in self.clauses:
            if clause.raises and clause.applies(given):
                return clause.raises
        return self.facts.get("raises", "")


def parse(line: str, name: str | None) -> Op:
    """Parse one line of the table; `name` replaces the name of a wildcard line."""
    signature, *segments = line.split(" | ")
    head, _, rest = signature.partition("(")
    inside, _, tail = rest.partition(")")
    result, results = _parse_result(tail.removeprefix(" -> "))
    arguments, details = _parse_arguments(inside)
    facts = dict(details)
    clauses = []
    for segment in segments:
        if segment.startswith(("when ", "mode=traced:")):
            clauses.append(_parse_clause(segment.removeprefix("when ")))
        else:
            facts.update(_parse_fact(word) for word in segment.split())
    return Op(
        name=name or head,
        arguments=arguments,
        result=result,
        results=results,
        facts=MappingProxyType(facts),
        clauses=tuple(clauses),
    )


def _parse_fact(word: str) -> tuple[str, str]:
    key, _, value = word.partition("=")
    return key, value


def _parse_arguments(text: str) -> tuple[tuple[Argument, ...], dict[str, str]]:
    """Parse arguments, and the details after the dot of an effect (`raises.LookupError`)."""
    arguments: list[Argument] = []
    details: dict[str, str] = {}
    keyword_only = False
    for word in text.split(", ") if text else ():
        if word == "*":
            keyword_only = True
            continue
        name, _, effect = word.partition(":")
        effect, _, detail = effect.partition(".")
        if detail:
            details.setdefault(effect, detail)
        stars = len(name) - len(name.lstrip("*"))
        arguments.append(Argument(name[stars:], effect, stars > 0, keyword_only or stars == 2))
        if stars == 1:
            keyword_only = True
    return tuple(arguments), details


def _parse_result(text: str) -> tuple[str, tuple[Argument, ...]]:
    """Parse `int` or, for a tuple, `(values:flow, indices:int` (without its closing bracket)."""
    if not text:
        return "float", ()
    if not text.startswith("("):
        return text, ()
    parts = (word.partition(":") for word in text.strip("()").split(", "))
    return "tuple", tuple(Argument(name, effect or "flow") for name, _, effect in parts)


def _parse_clause(text: str) -> Clause:
    """Parse `method=area: images:raises.LookupError -> int`: conditions, then exceptions."""
    text, _, facts = text.partition("! ")
    conditions_text, _, rest = text.partition(": ")
    arguments_text, _, result = f" {rest}".partition(" -> ")
    arguments_text = arguments_text.strip()
    conditions = {}
    for condition in conditions_text.split(", "):
        key, _, values = condition.partition("=")
        conditions[key] = frozenset(values.split("/"))
    arguments, details = _parse_arguments(arguments_text.replace("*:", "all:"))
    effects = {("*" if a.name == "all" else a.name): a.effect for a in arguments}
    known = dict(map(_parse_fact, facts.split()))
    return Clause(conditions, effects, result.strip(), details.get("raises", ""), known)
