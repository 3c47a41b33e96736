"""Values that double with every line: each program is analysed in bounded time and memory.

Forty doublings make 2⁴⁰ items. The limit on the child's CPU time and memory is far above what the
analysis needs, and far below what following all items would take.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.paths import ROOT

posix = pytest.mark.skipif(sys.platform == "win32", reason="resource limits are POSIX")

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
}
CHILD = """
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
from tflintgrad import check_source
print([finding.code for finding in check_source(sys.stdin.read())])
"""


@posix
@pytest.mark.parametrize("name", PROGRAMS)
def test_forty_doublings(name: str) -> None:
    finished = subprocess.run(
        [sys.executable, "-c", CHILD],
        input=PROGRAMS[name],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert "TFG000" not in finished.stdout or name == "Sequential"
