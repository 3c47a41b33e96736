"""Small ordinary programs: loops, branches, closures, partials, recursion and containers, nested.

Every name is bound again and again, also in loops and in the functions that use it: values, and
with them the functions that a call may reach, grow with every pass of the interpreter.
"""

from __future__ import annotations

from random import Random

from tools.fuzz.growth_target import attempt_bounded
from tools.fuzz.target import Target

_HEAD = (
    "import functools\nimport itertools\nimport tensorflow as tf\n\nw = tf.Variable(1.0)\n"
    "v = tf.Variable(2.0)\nx, y, z = w * 2.0, [w, v], {'a': w}\n"
    "def f(*a, **k):\n    return w\ndef g(a=1, *b):\n    return a\nh = lambda a: a * v\n"
)
_FUNCTIONS = ("f", "g", "h")
_VALUES = ("x", "y", "z")
_CONDITIONS = ("w > 0", "y", "i", "isinstance(x, list)", "len(y) > 2", "f is g", "x is None")
_LOOPS = ("for i in range(3):", "for i in y:", "while w > 0:", "for i, x in enumerate(y):",
          "for a, h in z.items():", "for f in (f, g, h):", "for x, y in zip(y, y):")  # fmt: skip


class _Writer:
    """Writes the statements of one program."""

    def __init__(self, rng: Random, budget: int) -> None:
        self.rng = rng
        self.budget = budget

    def value(self, depth: int = 2) -> str:
        pick = self.rng.choice
        if depth == 0:
            return pick((*_VALUES, *_FUNCTIONS, "w", "v", "a", "1.0", "i"))
        a, b = self.value(depth - 1), self.value(depth - 1)
        name = pick(_VALUES)
        return pick(
            (
                *(f"{self.function(depth - 1)}({a})", f"{self.function(depth - 1)}({a}, {b})"),
                *(f"[{a}, {b}]", f"({a}, {b})", f"{{'a': {a}, 'b': {b}}}", f"{a} + {b}"),
                *(f"{a} * {b}", f"{name}[0]", f"{name}['a']", f"{name}.a", f"{a} if i else {b}"),
                *(f"[{a} for i in {name}]", f"[*{name}, {a}]", f"dict(a={a}, b={b})"),
                *(f"list(map({self.function(1)}, {name}))", f"list(zip({name}, {name}))"),
                *(f"functools.reduce({self.function(1)}, {name}, {a})", f"{a} or {b}"),
                *(f"tf.nest.map_structure({self.function(1)}, {a})", f"sorted({name})"),
                *(f"tf.cond(w > 0, lambda: {a}, lambda: {b})", f"tf.stack([{a}, {b}])"),
                *(f"max({a}, {b})", f"sum({name})", f"tf.stop_gradient({a})", a, b),
            )
        )

    def function(self, depth: int) -> str:
        pick = self.rng.choice
        if depth == 0 or self.rng.random() < 0.5:
            return pick(_FUNCTIONS)
        inner = self.function(depth - 1)
        return pick(
            (
                *(f"functools.partial({inner}, {self.value(0)})", f"functools.partial({inner})"),
                *(f"(lambda a: {inner}({self.value(0)}))", f"(lambda *a: {inner}(*a))"),
                *(f"(lambda {inner}: {inner}({inner}))" if inner in _FUNCTIONS else inner,),
                *(f"tf.function({inner})", f"[{inner}, {pick(_FUNCTIONS)}][i]", f"z['{inner[0]}']"),
                *(f"({inner} if w > 0 else {pick(_FUNCTIONS)})", f"z.get('a', {inner})"),
            )
        )

    def block(self, depth: int, inside: bool = False) -> list[str]:
        lines: list[str] = []
        for _ in range(self.rng.choice((1, 2, 2, 3, 4))):
            if self.budget <= 0:
                break
            self.budget -= 1
            compound = depth < 6 and self.rng.random() < 0.5
            lines += self.compound(depth, inside) if compound else [self.simple(inside)]
        return lines or ["pass"]

    def simple(self, inside: bool) -> str:
        pick = self.rng.choice
        name, called = pick(_VALUES), pick(_FUNCTIONS)
        forms = [
            *(f"{name} = {self.value()}", f"{called} = {self.function(2)}", f"{name} += {name}"),
            *(f"y.append({self.value(1)})", f"z[{pick(('i', chr(39) + 'a' + chr(39)))}] = {name}"),
            *(f"{called} = functools.partial({called}, {self.value(1)})", f"y.extend({name})"),
            *(f"{called} = (lambda h: lambda *a: h(h(*a)))({called})", f"z.update(a={name})"),
            *("f, g = g, f", "x, *y = y", f"{name} = {called}({name})", f"{called}({called})"),
            *(f"{called}.a = {called}", f"y = [{name}, {called}]", f"y.insert(0, {called})"),
        ]
        if inside:
            forms += [f"return {self.value()}", f"return {called}(*a)", f"yield {self.value(1)}"]
        return pick(forms)

    def compound(self, depth: int, inside: bool) -> list[str]:
        pick = self.rng.choice
        kind = self.rng.randrange(8)
        if kind < 2:
            return [pick(_LOOPS), *self.indented(depth, inside)]
        if kind < 4:
            lines = [f"if {pick(_CONDITIONS)}:", *self.indented(depth, inside)]
            if self.rng.random() < 0.3:
                lines += [f"elif {pick(_CONDITIONS)}:", *self.indented(depth, inside)]
            return [*lines, "else:", *self.indented(depth, inside)]
        if kind == 4:
            return ["with tf.GradientTape(persistent=True) as t:", *self.indented(depth, inside)]
        if kind == 5:
            return ["try:", *self.indented(depth, inside), "except E:", "    x = y"]
        name = pick(_FUNCTIONS)
        parameters = pick(("*a", "a, *b", f"*a, {name}={name}", "x=x, *a", "a, y=[]", "*a, **z"))
        outer = f"    {pick(('nonlocal', 'global'))} {pick(_VALUES)}"
        body = self.indented(depth, inside=True)
        lines = [f"def {name}({parameters}):", *body, f"    return {self.value()}"]
        if self.rng.random() < 0.1:
            lines.insert(1, outer)
        if self.rng.random() < 0.2:
            lines.insert(
                0, pick(("@tf.function", "@functools.partial", "@g", "@tf.recompute_grad"))
            )
        return lines

    def indented(self, depth: int, inside: bool) -> list[str]:
        return [f"    {line}" for line in self.block(depth + 1, inside)]


def _program(rng: Random) -> str:
    writer = _Writer(rng, budget=rng.choice((8, 15, 30, 60)))
    lines = []
    while writer.budget > 0:
        lines += writer.block(0)
    lines += ["with tf.GradientTape() as tape:", *writer.indented(5, inside=False)]
    lines += [f"    loss = tf.reduce_sum({writer.value()}) + {writer.function(1)}(w)"]
    return _HEAD + "\n".join(lines) + "\nprint(tape.gradient(loss, [w, v]))\n"


NESTED = Target("nested", _program, attempt_bounded, share=2, mebibytes=500)
