"""Any expression that Python knows, with TensorFlow in it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tools.fuzz.vocabulary import ATTRIBUTES, NAMES, functions

_CONSTANTS = (
    *("0", "1", "-1", "2.5", "1e999", "3j", "True", "False", "None", "...", "'x'", "b''", "''"),
    *("10**10", "'a' 'b'", "f'{x!r:>{y}}'", "f'{a=}'", "0xffffffffffffffffffff", "__name__"),
)
_OPERATORS = (
    *("+", "-", "*", "/", "//", "%", "@", "**", "<<", ">>", "&", "|", "^", "==", "!=", "<"),
    *(">=", "is", "is not", "in", "not in", "and", "or"),
)


class Expressions:
    """Writes expressions; `depth` is how much further they may be nested."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def any(self, depth: int = 3) -> str:
        if depth <= 0 or self.rng.random() < 0.2:
            return self.atom()
        return self.rng.choice(_FORMS)(self, depth - 1)

    def atom(self) -> str:
        return self.rng.choice(_CONSTANTS if self.rng.random() < 0.2 else NAMES)

    def name(self) -> str:
        return self.rng.choice(NAMES)

    def some(self, depth: int, most: int = 3) -> list[str]:
        return [self.any(depth) for _ in range(self.rng.randint(0, most))]

    def call(self, depth: int) -> str:
        called = self.rng.choice(functions()) if self.rng.random() < 0.6 else self.any(depth)
        return f"{_callable(called)}({self.arguments(depth)})"

    def arguments(self, depth: int) -> str:
        parts = self.some(depth)
        if self.rng.random() < 0.2:
            parts.append(f"*{self.any(depth)}")
        for name in dict.fromkeys(self.rng.choices(_KEYWORDS, k=self.rng.choice((0, 0, 1, 2)))):
            parts.append(f"{name}={self.any(depth)}")
        if self.rng.random() < 0.1:
            parts.append(f"**{self.any(depth)}")
        return ", ".join(parts)

    def method(self, depth: int) -> str:
        return f"{self.attribute(depth)}({self.arguments(depth)})"

    def attribute(self, depth: int) -> str:
        return f"{_callable(self.any(depth))}.{self.rng.choice(ATTRIBUTES)}"

    def subscript(self, depth: int) -> str:
        inner = self.rng.choice(
            (
                self.any(depth),
                f"{self.any(depth)}:{self.any(depth)}",
                "::-1",
                f"..., {self.any(depth)}",
                f"{self.any(depth)}, :",
                ":",
            )
        )
        return f"{_callable(self.any(depth))}[{inner}]"

    def operation(self, depth: int) -> str:
        if self.rng.random() < 0.15:
            return f"({self.rng.choice(('-', 'not ', '~', '+'))}{self.any(depth)})"
        return f"({self.any(depth)} {self.rng.choice(_OPERATORS)} {self.any(depth)})"

    def conditional(self, depth: int) -> str:
        return f"({self.any(depth)} if {self.any(depth)} else {self.any(depth)})"

    def function(self, depth: int) -> str:
        return f"(lambda {self.parameters(depth)}: {self.any(depth)})"

    def parameters(self, depth: int) -> str:
        names = list(dict.fromkeys(self.rng.choices(NAMES, k=self.rng.choice((0, 1, 1, 2, 3, 4)))))
        parts = []
        stars = self.rng.random()
        default = False
        for index, name in enumerate(names):
            default = default or self.rng.random() < 0.2
            last = index == len(names) - 1
            if stars < 0.15 and last:
                parts.append(f"*{name}")
            elif stars > 0.85 and last:
                parts.append(f"**{name}")
            else:
                parts.append(f"{name}={self.any(depth - 1)}" if default else name)
        if 0.4 < stars < 0.5 and len(parts) > 1:
            parts.insert(1, self.rng.choice(("*", "/")))
        return ", ".join(parts)

    def display(self, depth: int) -> str:
        items = self.some(depth)
        if self.rng.random() < 0.2:
            items.append(f"*{self.any(depth)}")
        kind = self.rng.randrange(4)
        if kind == 0:
            return f"[{', '.join(items)}]"
        if kind == 1:
            return f"({', '.join(items)},)" if items else "()"
        if kind == 2:
            return "{" + ", ".join(items) + "}" if items else "{*()}"
        pairs = [f"{self.atom()}: {item}" for item in self.some(depth)]
        pairs += [f"**{self.any(depth)}"] if self.rng.random() < 0.2 else []
        return "{" + ", ".join(pairs) + "}"

    def comprehension(self, depth: int) -> str:
        loops = ""
        for _ in range(self.rng.choice((1, 1, 2))):
            loops += f" for {self.target()} in {self.any(depth)}"
            loops += f" if {self.any(depth)}" if self.rng.random() < 0.3 else ""
        inner = self.any(depth)
        kinds = (f"[{inner}{loops}]", f"({inner}{loops})", f"{{{inner}{loops}}}")
        return self.rng.choice((*kinds, f"{{{self.any(depth)}: {inner}{loops}}}"))

    def walrus(self, depth: int) -> str:
        return f"({self.name()} := {self.any(depth)})"

    def suspended(self, depth: int) -> str:
        return f"({self.rng.choice(('await ', 'yield ', 'yield from '))}{self.any(depth)})"

    def target(self, depth: int = 2) -> str:
        """Return a target of an assignment."""
        kind = self.rng.randrange(10)
        if depth and kind == 0:
            parts = [self.target(depth - 1) for _ in range(self.rng.randint(1, 3))]
            if self.rng.random() < 0.3:
                parts[self.rng.randrange(len(parts))] = f"*{self.name()}"
            return f"({', '.join(parts)},)"
        if depth and kind == 1:
            return f"[{self.target(depth - 1)}, {self.target(depth - 1)}]"
        if kind == 2:
            return f"{self.name()}.{self.rng.choice(ATTRIBUTES)}"
        if kind == 3:
            return f"{self.name()}[{self.any(1)}]"
        return self.name()


def _callable(text: str) -> str:
    """Return the expression, in parentheses if a dot or a bracket must not follow it."""
    return text if text[-1] in ")]" or text[0].isalpha() or text[0] == "_" else f"({text})"


_KEYWORDS = (
    *("persistent", "axis", "watch_accessed_variables", "loss", "var_list", "tape", "sources"),
    *("target", "x", "y", "training", "unconnected_gradients", "output_gradients", "dtype"),
    *("trainable", "optimizer", "variables", "fn", "f"),
)
_FORMS: tuple[Callable[[Expressions, int], str], ...] = (
    *(Expressions.call,) * 6,
    *(Expressions.method,) * 4,
    *(Expressions.attribute,) * 2,
    *(Expressions.subscript,) * 2,
    *(Expressions.operation,) * 5,
    Expressions.conditional,
    Expressions.function,
    *(Expressions.display,) * 2,
    Expressions.comprehension,
    Expressions.walrus,
    Expressions.suspended,
)
