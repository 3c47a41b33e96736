"""Random programs with gradient queries, made of all kinds of Python statements."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tools.fuzz.expressions import Expressions
from tools.fuzz.vocabulary import ATTRIBUTES, BASES, DECORATORS, HEAD, METHODS


def program(rng: Random) -> str:
    """Return a random program, which is nearly always valid syntax but seldom meaningful."""
    writer = Statements(rng, budget=rng.choice((3, 6, 12, 30)))
    lines = writer.block(0)
    if rng.random() < 0.8:
        lines += writer.tape(0)
    return HEAD + "\n".join(lines) + "\n"


class Statements:
    """Writes statements as lines, which are indented when they are put into a block."""

    def __init__(self, rng: Random, budget: int) -> None:
        self.rng = rng
        self.write = Expressions(rng)
        self._budget = budget

    def block(self, depth: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.rng.choice((1, 1, 2, 3, 5)) + (0 if depth else 3)):
            if self._budget <= 0:
                break
            self._budget -= 1
            compound = depth < 5 and self.rng.random() < 0.45
            lines += self.rng.choice(_COMPOUND if compound else _SIMPLE)(self, depth)
        return lines or [self.rng.choice(("pass", "...", "return", "x = y", "raise x"))]

    def inner(self, depth: int) -> list[str]:
        return [f"    {line}" for line in self.block(depth + 1)]

    # --- simple ones

    def assignment(self, _: int) -> list[str]:
        kind = self.rng.randrange(8)
        value = self.write.any()
        if kind == 0:
            operator = self.rng.choice(("+", "-", "*", "@", "**", "//", "|"))
            place = self.write.name() if self.rng.random() < 0.6 else self.write.attribute(1)
            return [f"{place} {operator}= {value}"]
        if kind == 1:
            return [f"{self.write.name()}: {self.write.any(1)} = {value}"]
        if kind == 2:
            return [f"{self.write.target()} = {self.write.target()} = {value}"]
        if kind == 3:
            return [f"{self.write.target()} = {value}, *{self.write.any(1)}"]
        return [f"{self.write.target()} = {value}"]

    def expression(self, _: int) -> list[str]:
        return [self.write.any()]

    def variable(self, _: int) -> list[str]:
        value = self.rng.choice(
            (
                "tf.Variable(3.0)",
                "tf.Variable(1)",
                "tf.constant([1.0, 2.0])",
                "tf.keras.layers.Dense(1)",
                "tf.keras.Sequential([tf.keras.layers.Dense(1)])",
                "tf.keras.optimizers.SGD()",
                "tf.TensorArray(tf.float32, 3)",
                "tf.data.Dataset.from_tensor_slices(x)",
                "tf.GradientTape(persistent=True)",
            )
        )
        return [f"{self.write.name()} = {value}"]

    def query(self, _: int) -> list[str]:
        kind = self.rng.choice(("gradient", "gradient", "jacobian", "batch_jacobian"))
        result = self.rng.choice(("", f"{self.write.target()} = "))
        return [f"{result}tape.{kind}({self.write.any(1)}, {self.write.any(1)})"]

    def deletion(self, _: int) -> list[str]:
        return [f"del {self.write.target().replace('*', '')}"]

    def scope(self, _: int) -> list[str]:
        name = self.write.name()
        return [f"{self.rng.choice(('global', 'nonlocal'))} {name}", f"{name} = {self.write.any()}"]

    def import_(self, _: int) -> list[str]:
        name = self.write.name()
        forms = (
            f"from tensorflow import {self.rng.choice(('GradientTape', '*', 'keras'))}",
            f"import tensorflow.keras as {name}",
            f"from . import {name}",
            f"from .{name} import *",
            f"from {name} import {self.write.name()} as {self.write.name()}",
            "import tensorflow.compat.v1 as tf",
        )
        return [self.rng.choice(forms)]

    def jump(self, depth: int) -> list[str]:
        forms = ("return", "break", "continue", "raise", f"return {self.write.any()}")
        return [self.rng.choice((*forms, f"raise {self.write.any(1)} from x", f"assert {'x'}, y"))]

    # --- those with blocks

    def tape(self, depth: int) -> list[str]:
        arguments = self.rng.choice(("", "", "persistent=True", "watch_accessed_variables=False"))
        items = [f"tf.GradientTape({arguments}) as tape"]
        if self.rng.random() < 0.2:
            items.append(f"{self.write.any(2)} as {self.write.target(1)}")
        return [f"with {', '.join(items)}:", *self.inner(depth), *self.query(depth)]

    def with_(self, depth: int) -> list[str]:
        things = ("tape.stop_recording()", "tf.name_scope('x')", "tape", self.write.any(2))
        head = f"with {self.rng.choice(things)} as {self.write.target(1)}:"
        return [self._async(head), *self.inner(depth)]

    def function(self, depth: int) -> list[str]:
        name = self.rng.choice(("f", "g", "h", self.write.name()))
        head = self._async(f"def {name}({self.write.parameters(1)}):")
        return [*self.decorators(), head, *self.inner(depth)]

    def method(self, _: int, depth: int) -> list[str]:
        parameters = self.write.parameters(1)
        first = "self, " if self.rng.random() < 0.8 and "self" not in parameters else ""
        head = f"def {self.rng.choice(METHODS)}({first}{parameters}):"
        return [*self.decorators(0.1), head, *self.inner(depth)]

    def class_(self, depth: int) -> list[str]:
        bases = self.rng.choices(BASES, k=self.rng.choice((0, 1, 1, 2)))
        bases += ["metaclass=f"] if self.rng.random() < 0.05 else []
        head = f"class {self.rng.choice(('A', 'B', self.write.name()))}({', '.join(bases)}):"
        body = [f"    {line}" for line in self.method(0, depth + 1)]
        if self.rng.random() < 0.5:
            body += [f"    {line}" for line in self.method(0, depth + 1)]
        return [*self.decorators(0.1), head, *body, *(self.inner(depth) if depth < 3 else [])]

    def decorators(self, chance: float = 0.3) -> list[str]:
        lines = []
        while self.rng.random() < chance:
            lines.append(f"@{self.rng.choice(DECORATORS)}")
        return lines

    def if_(self, depth: int) -> list[str]:
        lines = [f"if {self.write.any(2)}:", *self.inner(depth)]
        if self.rng.random() < 0.3:
            lines += [f"elif {self.write.any(2)}:", *self.inner(depth)]
        return lines + (["else:", *self.inner(depth)] if self.rng.random() < 0.4 else [])

    def loop(self, depth: int) -> list[str]:
        if self.rng.random() < 0.3:
            head = f"while {self.write.any(2)}:"
        else:
            items = ("range(3)", "tf.range(3)", "enumerate(x)", "zip(a, b)", self.write.any(2))
            head = self._async(f"for {self.write.target()} in {self.rng.choice(items)}:")
        lines = [head, *self.inner(depth)]
        return lines + (["else:", *self.inner(depth)] if self.rng.random() < 0.15 else [])

    def try_(self, depth: int) -> list[str]:
        lines = ["try:", *self.inner(depth)]
        star = "*" if self.rng.random() < 0.1 else ""
        if star or self.rng.random() < 0.7:
            lines += [f"except{star} {self.write.any(1)} as {self.write.name()}:"]
            lines += self.inner(depth)
            lines += ["else:", *self.inner(depth)] if self.rng.random() < 0.3 else []
        elif self.rng.random() < 0.5:
            return [*lines, "except:", *self.inner(depth)]
        return [*lines, "finally:", *self.inner(depth)]

    def match(self, depth: int) -> list[str]:
        lines = [f"match {self.write.any(2)}:"]
        for _ in range(self.rng.randint(1, 3)):
            guard = f" if {self.write.any(1)}" if self.rng.random() < 0.3 else ""
            lines += [f"    case {self.pattern(2)}{guard}:"]
            lines += [f"    {line}" for line in self.inner(depth)]
        return lines

    def pattern(self, depth: int) -> str:
        forms = ["_", self.write.name(), "1", "'x'", "None", f"tf.{self.rng.choice(ATTRIBUTES)}"]
        if depth:
            inner = self.pattern(depth - 1)
            forms += [f"[{inner}, *{self.write.name()}]", f"({inner}) as {self.write.name()}"]
            forms += [f"{{'x': {inner}, **{self.write.name()}}}", f"A({inner}, x={inner})"]
            forms += [f"1 | {inner}"]
        return self.rng.choice(forms)

    def _async(self, head: str) -> str:
        return f"async {head}" if self.rng.random() < 0.08 else head


_Statement = Callable[[Statements, int], list[str]]
_SIMPLE: tuple[_Statement, ...] = (
    *(Statements.assignment,) * 6,
    *(Statements.expression,) * 2,
    *(Statements.variable,) * 3,
    *(Statements.query,) * 2,
    Statements.deletion,
    Statements.scope,
    Statements.import_,
    Statements.jump,
)
_COMPOUND: tuple[_Statement, ...] = (
    *(Statements.tape,) * 4,
    *(Statements.function,) * 4,
    *(Statements.class_,) * 2,
    *(Statements.loop,) * 2,
    *(Statements.if_,) * 2,
    Statements.with_,
    Statements.try_,
    Statements.match,
)
