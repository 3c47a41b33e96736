"""Programs whose values, functions or classes grow with every line, and long or deep literals."""

from __future__ import annotations

from random import Random

from tflintgrad.engine.check_in_memory import check_text
from tools.fuzz.target import Target, expect

_HEAD = (
    "import dataclasses, functools, itertools\nimport tensorflow as tf\n\nw = tf.Variable(1.0)\n"
    "x, d, f, g = [w], {'a': w}, tf.add, (lambda *a: w)\nclass A: pass\n"
)
#: Statements that make something twice as large, or one larger.
_GROWTH = (
    *("x = [x, x]", "x = x + x", "x = x * 2", "x = [*x, *x]", "x.extend(x)", "x += x"),
    *("x = list(zip(x, x))", "x = list(itertools.product(x, x))", "x = (x, *x)", "x.append(x)"),
    *("x = [[y, y] for y in x]", "x = tf.nest.map_structure(lambda a: [a, a], x)"),
    *("x = tf.nest.flatten([x, x])", "x = sorted(x + x, key=id)", "x, d = [d, x], {'a': x}"),
    *("d = dict(a=d, b=d)", "d = {**d, 'b': d}", "d = {k: {m: d for m in d} for k in d}"),
    *("d.update(a=d)", "d = d | {'c': [d, x]}", "d.setdefault('q', d)"),
    *("f = functools.partial(f, f)", "f = functools.partial(f, w)", "f, g = g, f"),
    *("f = (lambda h: lambda *a: h(h(*a)))(f)", "f = tf.function(f)"),
    *("f = lambda *a, f=f: f(f(*a), *a)", "g = lambda *a: f(*a) * g(*a)"),
    *("f = functools.reduce(lambda a, b: lambda *c: a(b(*c)), [f, g, f])", "x = [f, f, g]"),
    *("def f(*a, f=f):\n    return f(f(*a))", "def g(*a):\n    return f(g(*a), *x)"),
    *("class A(A):\n    def m(self, *a):\n        return super().m(self, *a)",),
    *("class A(A, A): pass", "class B(A): pass", "class A(B, A): pass"),
    *("x = A(); x.x = x", "x = [A() for _ in x]", "w = [w, f(w)][0]", "w = tf.stack([w, w])"),
)  # fmt: skip
_BLOCKS = ("for i in range(9):", "while w:", "if w > 0:", "with tf.GradientTape() as tape:", "try:")
_NESTED = (("(", ")"), ("[", "]"), ("f'{", "}'"), ("{1: ", "}"), ("(lambda: ", ")()"), ("w[", "]"),
           ("not ", ""), ("-", ""), ("f(", ")"), ("f(a=", ")"), ("w if w else ", ""))  # fmt: skip
_ITEMS = ("1,", "'a',", "w,", "1: 2,", "-1.5,", "[1],", "f'{w}',", "w + w,", "*x,")
_JOINED = (" + w", ".a", "()", "[0]", " and w", " < w", " if w else w", " 'a'")


def _growing(rng: Random) -> str:
    lines = [rng.choice(_GROWTH)] * rng.choice((1, 5, 40)) if rng.random() < 0.7 else []
    lines += rng.choices(_GROWTH, k=rng.choice((1, 3, 10, 30)))
    return "\n".join(lines) + "\n"


def _block(rng: Random, depth: int) -> str:
    head = rng.choice(_BLOCKS)
    inner = _block(rng, depth - 1) if depth and rng.random() < 0.8 else _growing(rng)
    if rng.random() < 0.3:
        inner = f"def h{depth}(*a):\n{_indented(inner + 'return h' + str(depth) + '(f(*a))')}\n"
    tail = "\nexcept E:\n    pass" if head == "try:" else ""
    return f"{head}\n{_indented(inner)}{tail}\n"


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())


def _literal(rng: Random) -> str:
    kind = rng.randrange(4)
    if kind == 0:
        opening, closing = rng.choice(_NESTED)
        depth = rng.choice((3, 20, 80, 190, 1000))
        return f"y = {opening * depth}w{closing * depth}\n"
    if kind == 1:
        opening, closing = rng.choice((("[", "]"), ("(", ")"), ("{", "}"), ("f(", ")")))
        return f"y = {opening}{rng.choice(_ITEMS) * rng.choice((10, 300, 5000))}{closing}\n"
    if kind == 2:
        return f"y = w{rng.choice(_JOINED) * rng.choice((10, 200, 3000))}\n"
    pattern = rng.choice(("{1: ", "[a, ", "A(a=", "A(a=("))
    depth = rng.choice((2, 6, 12, 40))
    closing = "".join({"{": "}", "[": "]", "(": ")"}.get(c, "") for c in reversed(pattern)) * depth
    guard = rng.choice(("", " if "))
    return f"match w:\n    case {pattern * depth}b{closing}{guard}:\n        y = w\n"


def _program(rng: Random) -> str:
    parts = [_HEAD]
    for _ in range(rng.choice((1, 2, 3))):
        made = rng.random()
        parts.append(
            _literal(rng) if made < 0.25 else _block(rng, 4) if made < 0.6 else _growing(rng)
        )
    parts.append("with tf.GradientTape() as tape:\n    y = f(w, x, d)\n    g(x)\n")
    return "".join(parts) + "print(tape.gradient(y, [w, x]))\n"


def attempt_bounded(text: str) -> None:
    """Check a program; nothing of the analysis fails, and it reaches no limit on time or memory."""
    result = check_text(text, "<program>")
    for line in result.warnings:
        expect("failed" not in line, line)
    for finding in result.findings:
        expect("analysis stopped" not in finding.message, finding.message)


GROWTH = Target("growth", _program, attempt_bounded, share=2, mebibytes=500)
