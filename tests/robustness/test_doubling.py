"""Values that double with every line: each program is analysed in bounded time and memory.

Forty doublings make 2⁴⁰ items, or as many ways back to a variable. Each program may take
`MOST_SECONDS` of CPU time and `MOST_MEBIBYTES`; tests/repository/test_wheel.py asks the same of
compiled code.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable

import pytest

from tests.support.paths import ROOT

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux forgets a peak of memory")

HEAD = "import dataclasses, functools, itertools\nimport tensorflow as tf\n\nw = tf.Variable(1.0)\n"
QUERY = """
with tf.GradientTape() as tape:
    loss = tf.reduce_sum({target})
print(tape.gradient(loss, w))
"""
DATACLASS = "@dataclasses.dataclass\nclass Pair:\n    a: object\n    b: object\n\nx = Pair(w, w)\n"
STEPS = {
    "list in list": ("x = [w]", "x = [x, x]"),
    "list +": ("x = [w]", "x = x + x"),
    "tuple +": ("x = (w,)", "x = x + x"),
    "list *": ("x = [w]", "x = x * 2"),
    "unpacked": ("x = [w]", "x = [*x, *x]"),
    "extended by itself": ("x = [w]", "x.extend(x)"),
    "dict": ("x = {'a': w}", "x = dict(a=x, b=x)"),
    "zip": ("x = [w]", "x = list(zip(x, x))"),
    "product": ("x = [w, w]", "x = list(itertools.product(x, x))"),
    "sorted": ("x = [w]", "x = sorted(x + x, key=id)"),
    "comprehension": ("x = [w]", "x = [[y, y] for y in x]"),
    "dict comprehension": ("x = {'a': w}", "x = {k: {m: x for m in x} for k in x}"),
    "dataclass": (DATACLASS, "x = Pair(x, x)"),
    "map_structure": ("x = [w]", "x = tf.nest.map_structure(lambda a: [a, a], x)"),
    "flatten": ("x = [w]", "x = tf.nest.flatten([x, x])"),
    "partial": ("x = functools.partial(tf.add, w)", "x = functools.partial(x, x)"),
}
#: Tensors, whose graph has 2⁴⁰ paths; what checks ask about them goes along each, or remembers.
OPS = (
    *("x = x + x", "x = x * x", "x = x - x", "x = x / x", "x = x ** x", "x = x @ x"),
    *("x = tf.maximum(x, x)", "x = tf.where(x > 0, x, x)", "x = tf.concat([x, x], 0)"),
    *("x = tf.reduce_sum(x * x)", "x = tf.cast(x, tf.float32) * tf.cast(x, tf.float32)"),
    *("x = (1.0 - x) * x", "x = tf.complex(x, x)", "x = x[0] + x[1]", "x = tf.fill(x, x)"),
    *("x = tf.nn.softmax(x) * x", "x = x if w > 0 else x * 2", "x = tf.constant([x, x])"),
)
ASKED = """
    loss = tf.math.log(x) + tf.sqrt(x) + 1.0 / x + tf.norm(x) + tf.nn.softmax(x) + tf.exp(x) * x
    loss = loss + tf.where(x > 0, tf.math.log(x), x) + tf.reduce_mean(x)
gradients = tape.gradient(loss, [w, x])
optimizer = tf.keras.optimizers.SGD()
optimizer.apply_gradients(zip(gradients, [w, x]))
optimizer.apply_gradients([x, w])
"""
MODELS = (
    HEAD
    + "m = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n"
    + "m = tf.keras.Sequential([m, m])\n" * 40
    + QUERY.format(target="m(tf.ones((1, 1))) * w")
)
PARTIAL_IN_LOOP = (
    HEAD
    + "f = tf.add\nwith tf.GradientTape() as tape:\n    for i in range(10):\n"
    + "        f = functools.partial(f, i)\n    loss = f(w)\nprint(tape.gradient(loss, w))\n"
)
#: A list that holds what was computed from it, and an object that holds itself.
CIRCLES = {
    "list": "y = [w]\ny.append(tf.fill([2], y))\nx = tf.cast(tf.fill([2], y), tf.float32)",
    "loop": "x = [w]\nfor i in range(9):\n"
    + "    x = tf.nest.flatten([x, x])\n" * 20
    + "    x.append(x)\n    x = x + x",
    "object": "class A:\n    def __init__(self):\n        self.a = [self, w]\n"
    "import copy\nx = copy.deepcopy(A()).a[1]",
}
PROGRAMS = {
    **{
        name: HEAD
        + first
        + "\n"
        + f"{step}\n" * 40
        + QUERY.format(target="w * tf.nest.flatten(x)[0]")
        for name, (first, step) in STEPS.items()
    },
    "Sequential": MODELS,
    "partial in a loop": PARTIAL_IN_LOOP,
    **{
        step: HEAD
        + "with tf.GradientTape() as tape:\n    x = w * 2.0\n"
        + f"    {step}\n" * 40
        + ASKED.lstrip("\n")
        for step in OPS
    },
    **{
        f"circle: {name}": f"{HEAD}{made}\nwith tf.GradientTape() as tape:\n    pass\n"
        + ASKED.lstrip("\n")
        for name, made in CIRCLES.items()
    },
}
#: The bar for one program.
MOST_SECONDS, MOST_MEBIBYTES = 5.0, 300
#: Checks the programs whose names it is given, and prints those that take too much.
CHILD = """
import resource, sys, time
from tests.robustness.test_doubling import MOST_MEBIBYTES, MOST_SECONDS, PROGRAMS
from tflintgrad.engine.check_in_memory import check_text

# What no program has to answer for: the first one would take the time to load tables.
check_text(PROGRAMS["list +"], "<program>")
for name in sys.argv[1:]:
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")  # forget the peak so far
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    result = check_text(PROGRAMS[name], "<program>")
    seconds = time.process_time() - start
    mebibytes = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    failed = [line for line in result.warnings if "failed" in line]
    stopped = [found for found in result.findings if found.code == "TFG000"]
    if seconds > MOST_SECONDS or mebibytes > MOST_MEBIBYTES or failed or stopped:
        print(name, seconds, mebibytes, failed, stopped)
"""


def too_much(names: Iterable[str], path: str) -> str:
    """Return what a child prints about the programs that take too much; "" if none does.

    The programs share a process, which ends itself before it takes the memory of the machine.
    """
    limits = "import resource\n" + "".join(
        f"resource.setrlimit(resource.{kind}, ({most}, {most}))\n"
        for kind, most in (("RLIMIT_CPU", 300), ("RLIMIT_AS", 1 << 30))
    )
    finished = subprocess.run(
        [sys.executable, "-c", limits + CHILD, *names],
        env={**os.environ, "PYTHONPATH": path},
        cwd=ROOT / "tests",
        capture_output=True,
        text=True,
        check=False,
    )
    return finished.stdout + finished.stderr if finished.returncode == 0 else finished.stderr or "?"


@linux
@pytest.mark.parametrize("part", range(2))
def test_forty_doublings(part: int) -> None:
    assert too_much(list(PROGRAMS)[part::2], str(ROOT)) == ""
