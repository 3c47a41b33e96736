"""Many questions in one program: what one costs does not grow with the others."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.support.judge import read_cases
from tests.support.paths import PROGRAMS
from tflintgrad import limits
from tflintgrad.engine.analyze_program import Program, analysis_lock, program_graph
from tflintgrad.engine.check_in_memory import check_text
from tflintgrad.flow import symbolic_tensors
from tflintgrad.flow.domain.traversal import certain_edges
from tflintgrad.flow.domain.values import Value
from tflintgrad.flow.reachability import Reachability

HEAD = """
import tensorflow as tf

LAYERS = [tf.keras.layers.Dense(4) for _ in range(3)]
SCALE = tf.Variable(2.0)

def penalty(weights):
    return SCALE * tf.add_n([tf.nn.l2_loss(weight) for weight in weights])
"""
STEP = """
def step_{number}(model, x):
    weights = model.trainable_variables
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x)) + penalty(weights)
        lost = tf.constant(loss.numpy())
    return tape.gradient({target}, weights)
"""
ASKED = """
def ask_{number}(x):
    with tf.GradientTape() as tape:
        y = use(x * {number}.0)
    return tape.gradient(y, V0)
"""


def steps(count: int, target: str = "loss") -> str:
    return HEAD + "".join(STEP.format(number=number, target=target) for number in range(count))


@pytest.fixture
def few_visits(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was followed once is not followed again: doubts take its place."""
    monkeypatch.setattr(limits, "MIN_STEPS_OF_REPETITION", 0)
    monkeypatch.setattr(limits, "MAX_VISITS", 1)


@pytest.mark.usefixtures("few_visits")
def test_behind_a_call_that_is_not_followed_is_not_what_other_calls_got() -> None:
    with analysis_lock:
        graph = program_graph(Program(steps(30), "steps.py"))
    sizes = [len(Reachability(query).may_reach) for query in graph.queries]
    assert len(sizes) == 30
    assert len(set(sizes[3:])) == 1


@pytest.mark.usefixtures("few_visits")
def test_what_calls_have_in_sight_together_is_written_down_once() -> None:
    names = [f"V{number}" for number in range(40)]
    variables = "".join(f"{name} = tf.Variable(1.0)\n" for name in names)
    head = (
        f"import tensorflow as tf\n{variables}\ndef use(x):\n    return x * ({' + '.join(names)})\n"
    )

    def edges(count: int) -> int:
        asked = "".join(ASKED.format(number=number) for number in range(count))
        with analysis_lock:
            queries = program_graph(Program(head + asked, "sight.py")).queries
        assert len(queries) == count
        reached = [value for query in queries for value in Reachability(query).may_reach.values()]
        return sum(
            len(value.edges) for value in {value.number: value for value in reached}.values()
        )

    assert edges(30) - edges(20) < 10 * len(names)


@pytest.mark.usefixtures("few_visits")
def test_findings_are_the_same_whatever_is_kept_of_walks(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [steps(5, "lost"), *(case.text for case in read_cases(PROGRAMS / "TFG102"))]
    before = [check_text(text, "a.py").findings for text in texts]
    assert len(before[0]) == 5
    monkeypatch.setattr(limits, "MAX_REMEMBERED_VALUES", 0)
    assert [check_text(text, "a.py").findings for text in texts] == before


def test_a_walk_that_gives_up_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a value only describes a model is asked once, also if the answer is not known."""
    lines = "    x = x * V\n" * 300
    head = "import tensorflow as tf\nV = tf.Variable(1.0)\n"
    head += "with tf.GradientTape() as tape:\n    x = V\n"
    with analysis_lock:
        (query,) = program_graph(Program(f"{head}{lines}tape.gradient(x, V)\n", "a.py")).queries
    values = list(Reachability(query).may_reach.values())
    assert len(values) > 300
    walks: list[Value] = []

    def noted(value: Value) -> Iterable[Value]:
        walks.append(value)
        return certain_edges(value)

    monkeypatch.setattr(limits, "MAX_QUERY_VALUES", 100)
    monkeypatch.setattr(symbolic_tensors, "certain_edges", noted)
    for value in reversed(values):
        value.facts.pop("symbolic", None)
    for value in reversed(values):
        symbolic_tensors.is_symbolic(value)
    assert len(walks) < 3 * len(values)
