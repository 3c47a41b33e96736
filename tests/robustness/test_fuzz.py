"""A few cases of every target of `python -m tools.fuzz`, and everything it ever found.

The command makes as many as there is time for; here hypothesis makes some, and makes those that
fail smaller.
"""

from __future__ import annotations

import multiprocessing
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tools.fuzz.__main__ import main
from tools.fuzz.protocol_target import START, framed
from tools.fuzz.running import Failure, fuzz, problem_with, summary
from tools.fuzz.target import Target, case_of, expect
from tools.fuzz.targets import TARGETS

#: Those that analyse programs cost a hundred times as much as the others.
FEW = ("programs", "mutations", "sources", "projects", "growth", "nested", "terminals", "pages")
#: It starts a server for each.
FEWER = ("protocol",)

_ASKED = (
    "import tensorflow as tf\n{made}\nwith tf.GradientTape() as tape:\n    {computed}\n"
    "tape.gradient(y, x)\n"
)
#: What was found, by target: the smallest input that shows it.
FOUND: dict[str, list[str | bytes]] = {
    "programs": [
        # Indented as CPython understands it, and libcst does not.
        (
            "import tensorflow as tf\nx = tf.Variable(1.0)\nwith tf.GradientTape() as tape:\n"
            "    y = x\n    if y:\n\t        y = x.numpy()\nprint(tape.gradient(y, x))\n"
        ),
        # What a method of an unknown object returned is a part of itself after a write to it.
        (
            "import tensorflow as tf\n\ndef factory(obj):\n    loss = obj.update_loss\n"
            "    obj.variables = obj.all_variables()\n\n    def f(params):\n"
            "        with tf.GradientTape() as tape:\n            value = loss()\n"
            "        grads = tape.gradient(value, obj.variables)\n"
            '        obj.least["a"] = value.numpy()\n        return value, grads\n\n    return f\n'
        ),
        # In a loop, a class can be its own base.
        (
            "import tensorflow as tf\nA = tf.keras.Model\nfor i in x:\n    class A(A):\n"
            "        def train_step(self): ...\n# GradientTape\n"
        ),
        (
            "import tensorflow as tf\nA = B = tf.keras.Model\nfor i in x:\n    class A(B, A): ...\n"
            "    class B(A):\n        def train_step(self): ...\n# GradientTape\n"
        ),
        # A class that is defined whenever its own inherited methods are entered.
        (
            "import tensorflow as tf\nclass A:\n    def f(self, tape: tf.GradientTape):\n"
            "        class B(A):\n            def g(self): ...\n        tape.gradient(x, y)\n"
            "    def g(self): ...\n"
        ),
        # A power of nothing.
        _ASKED.format(made="x = tf.Variable(1.0)", computed="y = x / tf.pow()"),
        # Compiled code, which checks types and does not stop at the end of the stack: a flag that
        # is a number, a tape that is none, a list inside itself; and an endless exponent.
        _ASKED.format(made="x = tf.Variable(1.0, trainable=1)", computed="y = x * 2.0"),
        _ASKED.format(made="x = tf.Variable(1.0)", computed="y = x ** 1e999"),
        _ASKED.format(
            made="x = tf.Variable(1.0)", computed="(-tape).reset(), max(tape, tape).reset()"
        ),
        _ASKED.format(
            made="x = tf.Variable(1.0)\ny = []\ny.append(y)",
            computed="for i in range(3):\n        y = [x * 2.0]",
        ),
    ],
    # A row that goes on in an empty one.
    "mutations": [
        (
            "import tensorflow as tf\nx = tf.Variable(1.0)\ndef f():\n    return x.numpy()\\\n\n"
            "with tf.GradientTape() as tape:\n    y = tf.constant(f())\ntape.gradient(y, x)\n"
        ),
    ],
    # Patterns that take libcst four times as long for each bracket, also if they are wrong.
    "growth": [
        f"import tensorflow as tf\nmatch w:\n    case {'{1: ' * 30}b{'}' * 30}:\n        y = w\n",
        f"import tensorflow as tf\nmatch w:\n  case {'A(a=(' * 30}b{'))' * 30} if :\n    y = w\n",
        f"import tensorflow as tf\nx = w{' + w' * 20_000}\nprint 1\n",
        # Expressions in f-strings, which only libcst reads; 5,000 of them, which it refuses.
        _ASKED.format(made=f"x = f'{{w{' + w' * 20_000}}}'", computed="y = x * 2.0"),
        _ASKED.format(made="x = f'{w}'" + " f'{w}'" * 6000, computed="y = x * 2.0"),
        # What CPython's parser takes, and the interpreter's recursion does not.
        _ASKED.format(made="if w: pass\n" + "elif w: pass\n" * 6000, computed="y = x * 2.0"),
        _ASKED.format(made="x = " + "'a' " * 20_000, computed="y = x * 2.0"),
        _ASKED.format(
            made=f"def f(x: 'a{'.a' * 50_000}'): return x\nx = tf.Variable(1.0)",
            computed="y = f(x)",
        ),
        _ASKED.format(made=f"x = w{' and w' * 20_000}", computed="y = x * 2.0"),
        "import tensorflow as tf\nclass A: pass\n"
        + "class A(A): pass\nclass B(A, A): pass\n" * 500
        + "with tf.GradientTape() as tape:\n    y = B().f(x)\ntape.gradient(y, x)\n",
        # Calls too deep to follow, each of which reaches hundreds of objects.
        "import functools\nimport tensorflow as tf\nw, f, g = tf.Variable(1.0), tf.add, tf.exp\n"
        "class A: pass\n"
        + "def f(*a, f=f): return f(f(*a))\n"
        * 40
        + "f = functools.partial(f, w)\n"
        "f = functools.reduce(lambda a, b: lambda *c: a(b(*c)), [f, g, f])\n"
        "f = lambda *a, f=f: f(f(*a), *a)\ndef g(*a): return f(g(*a), *x)\nf, g = g, f\n"
        "x = [[A() for _ in 'abcdefghi'] for _ in 'abcdefghi']\nx = [[y, y] for y in x]\n"
        "x = [*x, *x]\nx.append(x)\nx = x + x\nw = [w, f(w)][0]\n"
        "with tf.GradientTape() as tape:\n    y = f(w, x)\nprint(tape.gradient(y, [w, x]))\n",
    ],
    # Directives of one comment, each with a finding that holds the comment; a wrong escape.
    "sources": [
        "import tensorflow as tf\n" + "# noqa: TFG201 " * 10_000,
        f"# tflintgrad: ignore[{'a,' * 30_000}]\n",
        'import tensorflow as tf\ntf.GradientTape("\\U")\n',
    ],
    # A list that holds what was computed from it: in compiled code, no end of the stack.
    "nested": [
        _ASKED.format(
            made="x = tf.Variable(1.0)\nz = [x]\nz.append(tf.fill([2], z))",
            computed="y = (1.0 - tf.fill([2], z)) * x",
        ),
        _ASKED.format(
            made="import copy\nclass A:\n    def __init__(self):\n        self.a = [self]\n"
            "x = tf.Variable(1.0)",
            computed="y = copy.deepcopy(A()).a[0].a * x",
        ),
        "import tensorflow as tf\nx = []\n"
        + "y = []\nx.append(y)\nx = y\n" * 2000
        + "with tf.GradientTape() as tape:\n    y = tf.constant(x)\ntape.gradient(y, x)\n",
    ],
    # Escapes in the name of a file, in annotations of CI systems.
    "terminals": [
        # Files whose names are commands to GitHub, Azure and TeamCity.
        '["::error::x", "", "", "w"]',
        '["##vso[task.setvariable variable=PATH]x", "##vso[task.setvariable]x", "", "w"]',
        '["##teamcity[buildNumber 1]", "##TeamCity[x]", "", "w"]',
        '["\\u001b[2J\\u202e", "", "", "w"]',
        '["\\n::error::x", "", "", "w"]',
    ],
    # The same in a web page: a script, an attribute, and the end of a string.
    "pages": [
        '["<script>alert(1)</script>", "</span><script>1</script>", "&amp;<img src=x>", "w"]',
        '["\\" onload=\\"", "\\" onload=\\"", "\'", "w"]',
    ],
    # Batches, numbers too large for a position, and a message that is no object; a length that no
    # memory has, which ends the server, and brackets without end.
    "protocol": [
        b"Content-Length: 1000000000000\r\n\r\n{}",
        (
            b"Content-Length: 100000\r\n\r\n"
            + b"[" * 100_000
            + b"Content-Length: 2\r\n\r\n[]Content-Length: 4\r\n\r\nnull"
            b'Content-Length: 27\r\n\r\n{"jsonrpc":"2.0","id":1e99}'
        ),
        # Too early, after the end, unknown, and text that is no UTF-8.
        framed(b'{"jsonrpc":"2.0","id":3,"method":"textDocument/hover","params":{}}')
        + framed(START)
        + framed(b'{"jsonrpc":"2.0","id":4,"method":"no/such/method"}')
        + framed(b'{"jsonrpc":"2.0","id":5,"method":"\xff\xfe\xed\xa0\x80"}')
        + framed(b'{"jsonrpc":"2.0","id":6,"method":"shutdown"}')
        + framed(b'{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":{}}'),
    ],
    # A text that no file can hold, as an editor may send it.
    "projects": ["# --- module a\nimport tensorflow as tf\nGradientTape = '\ud800'\n"],
    # Numbers of more digits than Python converts, and than a float has.
    "configurations": [
        f"verify.timeout = {'9' * 5000}",
        f"verify.timeout = {'9' * 400}",
        f'exclude = ["{"{a,b}" * 25}"]',
        f"x{'.a' * 100_000} = 1",
        f"[{'a.' * 100_000}a]",
    ],
    # Each pair of braces doubles what there is to look for.
    "patterns": ["{a,b}" * 25 + "\0a"],
    # Files of the cache with a right checksum that no tflintgrad wrote.
    "caches": [
        '["run", "sealed", 0, 0, "\\u00e9"]',
        f'["programs.txt", "sealed", 0, 0, "{"[" * 3000}"]',
        '["files.json", "value", [1, "train.py"], 1]',
        '["files.json", "value", [1, "train.py", 2, 0], null]',
        '["files.json", "value", [1, "train.py", 2, 1, 3], []]',
        '["files.json", "value", [1, "train.py", 2, 1, 0], 1000000000]',
        '["files.json", "value", [1, "train.py", 3], []]',
        '["programs.txt", "value", [4, 2, 0, 4], "x"]',
        '["programs.txt", "value", [4, 2, 0, 3, 0], 1000000000]',
        '["run", "value", [0, "results", 0, 1, 0, 3, 0], 1000000000]',
    ],
}


@pytest.mark.parametrize("name", TARGETS)
def test_some_cases(name: str) -> None:
    target = TARGETS[name]

    @settings(
        max_examples=1 if name in FEWER else 8 if name in FEW else 60,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.randoms(use_true_random=False))
    def holds(rng: Random) -> None:
        target.attempt(target.make(rng))

    holds()


@pytest.mark.parametrize(
    ("name", "case"),
    [pytest.param(name, case, id=name) for name, cases in FOUND.items() for case in cases],
)
def test_what_was_found_once(name: str, case: str | bytes) -> None:
    assert problem_with(TARGETS[name], case) == ""


@pytest.mark.parametrize("name", TARGETS)
def test_a_case_can_be_made_again(name: str) -> None:
    target = TARGETS[name]
    assert case_of(target, 1, 7) == case_of(target, 1, 7)
    assert len({case_of(target, 1, number) for number in range(20)}) > 10


def test_one_case_is_shown() -> None:
    shown = CliRunner().invoke(main, ["--seed", "3", "--show", "programs", "5"])
    assert shown.output == case_of(TARGETS["programs"], 3, 5)


def test_cases_are_counted() -> None:
    outcome = fuzz(TARGETS["comments"], seed=1, seconds=60, most=30)
    assert (outcome.cases, outcome.failures) == (30, ())


#: Targets that only this process knows.
needs_fork = pytest.mark.skipif(
    multiprocessing.get_start_method() != "fork", reason="other processes do not know the target"
)


def _hang(case: str) -> None:
    while True:
        pass


def _fail(case: str) -> None:
    expect("7" not in case, "a seven")


@needs_fork
def test_failures_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    sevens: Target[Any] = Target("sevens", lambda rng: str(rng.randrange(100)), _fail)
    monkeypatch.setitem(TARGETS, "sevens", sevens)
    outcome = fuzz(sevens, seed=1, seconds=60, most=50)
    assert outcome.cases == 50
    assert outcome.failures
    for failure in outcome.failures:
        assert "7" in case_of(sevens, 1, failure.number)
    (line,) = summary(outcome.failures)
    assert "a seven" in line
    assert f"(and {len(outcome.failures) - 1} more)" in line


@needs_fork
def test_a_case_that_hangs_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    hanging: Target[Any] = Target("hanging", lambda rng: "", _hang, seconds=0.05)
    monkeypatch.setitem(TARGETS, "hanging", hanging)
    outcome = fuzz(hanging, seed=1, seconds=60, most=2)
    assert outcome.failures == (
        Failure("hanging", 1, 0, "hangs"),
        Failure("hanging", 1, 1, "hangs"),
    )
