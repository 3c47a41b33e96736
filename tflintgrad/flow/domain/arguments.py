"""The arguments of a call."""

from __future__ import annotations

import libcst as cst

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.values import Value
from tflintgrad.knowledge.function_options import option_names
from tflintgrad.knowledge.signatures import NO_PARAMETERS


class Arguments:
    """The evaluated arguments of one call."""

    __slots__ = (
        "choices",
        "is_synthetic",
        "keywords",
        "name",
        "nodes",
        "positional",
        "signature",
        "site",
        "unpacked",
    )

    def __init__(
        self,
        site: cst.CSTNode,
        positional: list[Value] | None = None,
        keywords: dict[str, Value] | None = None,
        unpacked: list[Value] | None = None,
        *,
        name: str = "",
        is_synthetic: bool = False,
    ) -> None:
        self.site = site
        self.positional: list[Value] = [] if positional is None else positional
        self.keywords: dict[str, Value] = {} if keywords is None else keywords
        #: Values of `*args` / `**kwargs` whose contents are not known.
        self.unpacked: list[Value] = [] if unpacked is None else unpacked
        #: The canonical name of the library function or method that is called.
        self.name = name
        #: The signature of the method that is called.
        self.signature = NO_PARAMETERS
        #: How many callees are possible: one of them gets these arguments.
        self.choices = 1
        #: No code makes this call: the interpreter enters the function to see what it would do.
        self.is_synthetic = is_synthetic
        #: The syntax of each argument, by position or keyword.
        self.nodes: dict[int | str, cst.CSTNode] = {}

    def copy(self) -> Arguments:
        """Return other arguments that share the lists of values."""
        copy = Arguments(self.site, self.positional, self.keywords, self.unpacked, name=self.name)
        copy.choices = self.choices
        copy.is_synthetic = self.is_synthetic
        copy.nodes = self.nodes
        copy.signature = self.signature
        return copy

    def for_alternative(self, choices: int) -> Arguments:
        """Return the arguments for one of `choices` possible callees."""
        copy = self.copy()
        copy.choices = choices
        return copy

    def get(self, position: int | None, keyword: str) -> Value | None:
        """Return the argument under a keyword, or at a position if there is one."""
        if keyword in self.keywords:
            return self.keywords[keyword]
        if position is not None and position < len(self.positional):
            return self.positional[position]
        return None

    def passed(self, role: str) -> Value | None:
        """Return the argument of the parameter that has a role in the method's signature."""
        slot = self.signature.slots.get(role)
        return None if slot is None else self.get(slot[0], slot[1])

    def written(self, role: str) -> cst.CSTNode | None:
        """Return the code of the argument with a role; None if it came from `*args`, say."""
        slot = self.signature.slots.get(role)
        if slot is None:
            return None
        position, name = slot
        at_position = None if position is None else self.nodes.get(position)
        return at_position if at_position is not None else self.nodes.get(name)

    def flag(self, role: str, *, default: bool) -> bool | None:
        """Return the truth of the argument with a role; None for `None`, often the default."""
        value = self.passed(role)
        if value is None:
            return default
        return None if value.kind is kinds.NONE else value.truth()

    def option(self, role: str, position: int | None = None) -> Value | None:
        """Return the argument for a function's option, under its names or at a position."""
        for name in option_names(role):
            if name in self.keywords:
                return self.keywords[name]
        return self.get(position, "")

    def all(self) -> list[Value]:
        """Return the values of all arguments."""
        return [*self.positional, *self.keywords.values(), *self.unpacked]
