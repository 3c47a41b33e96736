"""One entry of the op table: its arguments, its result, and what depends on circumstances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

_NOTHING: Mapping[str, str] = MappingProxyType({})


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
    """What is different when some arguments have certain values: `when dtype=int: x:none`."""

    conditions: Mapping[str, frozenset[str]]
    effects: Mapping[str, str]
    result: str
    raises: str
    facts: Mapping[str, str] = field(default_factory=lambda: _NOTHING)

    def applies(self, given: Mapping[str, str]) -> bool:
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
        """The argument a call fills by position or name; None when the table does not know it."""
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
        """The class of one argument; `given` holds what is known statically: {"dtype": "int"}.

        An argument the table has not heard of counts as flow: in doubt, silence.
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
        """The kind of the result, clauses included."""
        for clause in self.clauses:
            if clause.result and clause.applies(given):
                return clause.result
        return self.result

    def fact(self, name: str, given: Mapping[str, str] = _NOTHING) -> str:
        """A fact, clauses included; "" when it does not hold."""
        for clause in self.clauses:
            if name in clause.facts and clause.applies(given):
                return clause.facts[name].strip("-")
        return self.facts.get(name, "")

    def exception_of(self, given: Mapping[str, str] = _NOTHING) -> str:
        """The exception a `raises` argument ends in; "" when there is none."""
        for clause in self.clauses:
            if clause.raises and clause.applies(given):
                return clause.raises
        return self.facts.get("raises", "")


def parse(line: str, name: str | None) -> Op:
    """The entry in a line; `name` when a wildcard line answers for it."""
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
    """The arguments, and the details that follow a class after a dot (`raises.LookupError`)."""
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
    """`int` or, for tuples, `(values:flow, indices:int`; the closing bracket is already gone."""
    if not text:
        return "float", ()
    if not text.startswith("("):
        return text, ()
    parts = (word.partition(":") for word in text.strip("()").split(", "))
    return "tuple", tuple(Argument(name, effect or "flow") for name, _, effect in parts)


def _parse_clause(text: str) -> Clause:
    """`method=area: images:raises.LookupError -> int`: conditions, then what differs."""
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
