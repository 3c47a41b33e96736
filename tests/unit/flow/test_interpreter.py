"""The interpreter: bounded, linear, and a crash in one function costs that function only."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import libcst as cst
import pytest

from tflintgrad import limits
from tflintgrad.engine.analyze_program import Program, analyze_program
from tflintgrad.flow.domain.module import Module
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.interpreter import dispatch
from tflintgrad.flow.interpreter.build import build_graph
from tflintgrad.flow.interpreter.interpreter import Interpreter
from tflintgrad.flow.interpreter.lazy_modules import ParsedModule, Project
from tflintgrad.frontends.cli.entry import run

HEAD = "import tensorflow as tf\n\n"
LOSES = """
def {name}(x):
    w = tf.Variable(1.0)
    with tf.GradientTape() as tape:
        y = tf.constant({lost}) * 2.0
    return tape.gradient(y, w)
"""


def codes(text: str) -> list[str]:
    return [finding.code for finding in analyze_program(Program(text, "train.py")).findings]


def test_a_crash_costs_one_function(monkeypatch: pytest.MonkeyPatch) -> None:
    original = dispatch.EXPRESSIONS[cst.Name]

    def fragile(interp: Interpreter, node: cst.Name) -> Value:
        if node.value == "explosive":
            raise ZeroDivisionError("boom")
        return original(interp, node)

    monkeypatch.setitem(dispatch.EXPRESSIONS, cst.Name, fragile)
    text = HEAD + LOSES.format(name="first", lost="w.numpy()")
    text += "\n\ndef second(x):\n    return x.gradient(explosive)\n\n"
    text += LOSES.format(name="third", lost="w.numpy()")
    analysis = analyze_program(Program(text, "train.py"))
    assert [finding.code for finding in analysis.findings] == ["TFG201", "TFG201"]
    assert analysis.warnings == ("train.py:11: analysis of second failed: ZeroDivisionError: boom",)


def steps(text: str) -> int:
    """How much work a program is; time would be noise."""
    seen: list[Interpreter] = []

    class Counting(Interpreter):
        def __init__(self, module: Module, project: Project | None = None) -> None:
            super().__init__(module, project)
            seen.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tflintgrad.flow.interpreter.build.Interpreter", Counting)
        build_graph(ParsedModule("train.py", text))
    return seen[0].budget.steps


def chain(length: int) -> str:
    """Functions that each call the one before, and one that asks for a gradient."""
    functions = ["def f0(x):\n    return x * 2.0\n"]
    functions += [f"def f{i}(x):\n    return f{i - 1}(x)\n" for i in range(1, length)]
    return HEAD + "\n".join(functions) + f"\nprint(f{length - 1}(tf.constant(1.0)))\n"


def doubling(depth: int) -> str:
    """Each function calls the one before twice: entered naively, this is 2 ** depth calls."""
    functions = ["def f0(x):\n    return x * 2.0\n"]
    functions += [f"def f{i}(x):\n    return f{i - 1}(x) + f{i - 1}(x)\n" for i in range(1, depth)]
    return HEAD + "\n".join(functions) + f"\nprint(f{depth - 1}(tf.constant(1.0)))\n"


def script(statements: int) -> str:
    lines = [
        f"x{i} = tf.exp(x{i - 1}) * 0.5 if x{i - 1} > {i}.0 else x{i - 1}"
        for i in range(1, statements)
    ]
    return HEAD + "x0 = tf.Variable(1.0)\n" + "\n".join(lines)


@pytest.mark.parametrize("program", [chain, script])
def test_work_grows_with_size(program: Callable[[int], str]) -> None:
    small, large = steps(program(200)), steps(program(400))
    assert large < 2.5 * small


def test_calls_that_multiply_are_bounded() -> None:
    assert steps(doubling(60)) < 6 * limits.MIN_STEPS


def test_recursion_ends() -> None:
    text = (
        HEAD + "def f(x, n):\n    return f(x * 2.0, n - 1) if n else x\n\nf(tf.constant(1.0), 9)\n"
    )
    assert codes(text) == []


def test_a_list_that_grows_by_itself_ends() -> None:
    text = HEAD + "xs = [tf.constant(1.0)]\nfor _ in range(9):\n    xs.extend(xs)\nxs += xs\n"
    assert codes(text) == []


def test_a_loop_variable_that_is_its_own_source_ends() -> None:
    text = HEAD + "a, b = tf.Variable(1.0), tf.Variable(2.0)\nwhile True:\n    a, b = b, a\n"
    assert codes(text) == []


def test_variables_collected_in_a_loop_are_one_group() -> None:
    """A variable of a list that is detached on purpose is no finding: another one is trained."""
    text = HEAD + (
        "a, b = tf.Variable(1.0), tf.Variable(2.0)\nvariables = []\n"
        "for name in open('names'):\n    variables.append(a if name else b)\n"
        "with tf.GradientTape() as tape:\n    loss = a * a + tf.stop_gradient(b)\n"
        "grads = tape.gradient(loss, variables)\n"
    )
    assert codes(text) == []


def test_values_used_twice_are_not_evaluated_twice_over() -> None:
    """Sixty doublings: evaluated anew at each use, this would take for ever."""
    doublings = "    y = y * 0.5 + y * 0.25\n" * 60
    text = HEAD + "x = tf.Variable(1.0)\nwith tf.GradientTape() as tape:\n    y = x * 1.0\n"
    text += doublings + "    y = tf.sqrt(y)\njac = tape.gradient(y, x)\n"
    assert codes(text) == []


def test_constants_do_not_grow_without_bound() -> None:
    text = HEAD + "s, n = 'ab', 3\n" + "s = s + s\nn = n * n\n" * 60
    assert codes(text) == []


@pytest.mark.parametrize("call", ["range(1, 5, 0)", "range(10 ** 30)", "int(3.7)"])
def test_odd_constants(call: str) -> None:
    assert (
        analyze_program(Program(f"{HEAD}for i in [{call}]:\n    pass\n", "train.py")).warnings == ()
    )


def test_a_list_that_contains_itself() -> None:
    text = HEAD + "x = tf.Variable(1.0)\nxs = [x]\nxs.append(xs)\nwith tf.GradientTape() as t:\n"
    text += "    y = tf.constant(x.numpy()) * 2.0\nt.gradient(y, x)\nt.gradient(y, xs)\n"
    assert "TFG201" in codes(text)


def test_work_that_runs_out_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With what that means for the user."""
    monkeypatch.setattr(limits, "MIN_STEPS", 5)
    monkeypatch.setattr(limits, "STEPS_PER_CHARACTER", 0)
    monkeypatch.chdir(tmp_path)
    Path("train.py").write_text(HEAD + LOSES.format(name="first", lost="w.numpy()"))
    begin = "warning: train.py:1: budget exceeded, so some calls were not analysed"
    run(["check", "train.py"])
    assert capsys.readouterr().err == (
        f"{begin}: findings hold, but some may be missing; split the file or exclude it\n"
    )
    run(["graph", "train.py"])
    assert capsys.readouterr().err.startswith(f"{begin}, and are not drawn\n")
