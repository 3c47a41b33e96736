"""One operation at a time: the linter says of each what TensorFlow does."""

from __future__ import annotations

import ast
import json
import subprocess
import sys

import pytest

from tests.support.paths import DATA
from tflintgrad import check_source
from tflintgrad.diagnostics import Finding

FILE = DATA / "expressions.txt"
LINES = [
    line
    for line in FILE.read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]

MEANT = "~ "

HEAD = """\
import keras
import math
import numpy as np
import tensorflow as tf

x = tf.constant([0.65, 2.2])
v = tf.Variable([0.65, 2.2])
"""

PROGRAM = (
    HEAD
    + """\
with tf.GradientTape() as tape:
    tape.watch(x)
    y = {expression}
print(tape.gradient(y, [x, v]))
"""
)

# Evaluates every line under a tape; prints what came of it as JSON.
OBSERVER = (
    HEAD
    + """\
import json, sys

START, DIRECTION, STEP = np.float32([0.65, 2.2]), np.float32([0.6, -0.8]), np.float32(0.01)

def evaluate(expression, numbers):
    tf.random.set_seed(1)
    scope = {**globals(), "x": tf.constant(numbers), "v": tf.Variable(numbers)}
    with tf.GradientTape() as tape:
        tape.watch(scope["x"])
        y = eval(expression, scope)
    return y, lambda: tape.gradient(y, [scope["x"], scope["v"]])

def total(y):
    return sum(float(tf.reduce_sum(tf.math.real(part))) for part in tf.nest.flatten(y))

def outcome(expression):
    try:
        y, gradients = evaluate(expression, START)
        found = [tf.convert_to_tensor(g).numpy() for g in gradients() if g is not None]
    except Exception as error:
        return type(error).__name__
    if not found:
        return "none"
    if not any(map(np.any, found)):
        return "zero"
    after, before = (evaluate(expression, START + s * STEP * DIRECTION)[0] for s in (1, -1))
    slope = (total(after) - total(before)) / float(2 * STEP)
    tape = float(sum(np.sum(g * DIRECTION) for g in found))
    return "ok" if abs(slope - tape) < 0.05 * max(1.0, abs(slope)) else "wrong"

print(json.dumps([outcome(line) for line in json.load(sys.stdin)]))
"""
)


@pytest.fixture(scope="module")
def outcomes() -> dict[str, str]:
    done = subprocess.run(
        [sys.executable, "-c", OBSERVER],
        input=json.dumps([line.removeprefix(MEANT) for line in LINES]),
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    return dict(zip(LINES, json.loads(done.stdout.splitlines()[-1]), strict=True))


def findings(expression: str) -> list[Finding]:
    """What the linter says, asked for the sources that the expression mentions."""
    program = PROGRAM.format(expression=expression)
    sources = [name for name in ("x", "v") if _mentions(expression, name)]
    return check_source(program.replace("[x, v]", f"[{', '.join(sources)}]"), "a.py")


def _mentions(expression: str, name: str) -> bool:
    names = {node.id for node in ast.walk(ast.parse(expression)) if isinstance(node, ast.Name)}
    return name in names


@pytest.mark.tensorflow
@pytest.mark.parametrize("expression", LINES)
def test_the_linter_agrees_with_tensorflow(expression: str, outcomes: dict[str, str]) -> None:
    meant = expression.startswith(MEANT)
    seen = outcomes[expression]
    printed = [(f.code, f.effect) for f in findings(expression.removeprefix(MEANT))]
    if seen in ("ok", "wrong"):
        assert bool(printed) == (seen == "wrong" and not meant), f"TensorFlow: {seen}"
    elif seen != "zero":  # a zero may be what the numbers of the example happen to give
        assert printed, f"TensorFlow: {seen}"
