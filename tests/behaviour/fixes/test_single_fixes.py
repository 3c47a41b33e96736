"""Edits of single fixes: what they change, and where they refuse."""

from __future__ import annotations

import pytest

from tests.support.fixed_programs import fixed

HEAD = "import numpy as np\nimport tensorflow as tf\n\nw = tf.Variable([1.0, 2.0])\n"
IN_TAPE = "with tf.GradientTape() as tape:\n    {}\nprint(tape.gradient(loss, w))\n"

#: Lines in a tape, and what becomes of them.
LINES = [
    ("loss = tf.reduce_sum(np.square(w.numpy()))", "loss = tf.reduce_sum(tf.square(w))"),
    (
        "loss = tf.constant(np.mean(np.abs(w.numpy()), axis=0))",
        "loss = tf.constant(tf.reduce_mean(tf.abs(w), axis=0))",
    ),
    ("loss = np.sum(np.square(w))", "loss = tf.reduce_sum(tf.square(w))"),
    ("loss = tf.constant(np.sort(w.numpy(), kind='stable'))", None),  # it has no such argument
    ("loss = tf.constant(np.square(w.numpy()).clip(0.0))", None),  # a method of the array
]


@pytest.mark.parametrize(("before", "after"), LINES)
def test_functions_of_numpy(before: str, after: str | None) -> None:
    text = HEAD + IN_TAPE.format(before)
    assert fixed(text) == HEAD + IN_TAPE.format(after or before)


def test_arrays_that_callers_change() -> None:
    helper = "def array(x):\n    return x.numpy()\n\n\n"
    use = "found = array(w)\n    {}loss = tf.reduce_sum(found)"
    change = "found[0] = 0.0\n    "
    assert "return x\n" in fixed(HEAD + helper + IN_TAPE.format(use.format("")))
    text = HEAD + helper + IN_TAPE.format(use.format(change))
    assert fixed(text) == text


@pytest.mark.parametrize(
    ("use", "is_mended"),
    [
        ("found.shape[0] * found", True),
        ("found[:, 0]", True),
        ("found[found > 0.0]", True),
        ("found.T", False),
        ("found[np.arange(2), np.arange(2)]", False),
    ],
)
def test_attributes_and_items_of_arrays(use: str, is_mended: bool) -> None:
    head = HEAD.replace("[1.0, 2.0]", "[[1.0, 2.0], [3.0, 4.0]]")
    text = head + IN_TAPE.format(f"found = np.abs(w.numpy())\n    loss = tf.reduce_sum({use})")
    assert ("found = tf.abs(w)" in fixed(text)) == is_mended


def test_tensors_stacked_along_another_axis() -> None:
    text = (
        "import tensorflow as tf\n\n"
        "w = tf.Variable(0.9)\n\n\n"
        "@tf.function\n"
        "def rollout(x, steps):\n"
        "    frames = []\n"
        "    for _ in tf.range(steps):\n"
        "        x = w * x\n"
        "        frames.append(x)\n"
        "    return tf.stack(frames, axis=1)\n\n\n"
        "with tf.GradientTape() as tape:\n"
        "    y = rollout(tf.ones([2]), tf.constant(3))\n"
        "print(tape.gradient(y, w))\n"
    )
    moved = "tf.experimental.numpy.moveaxis(frames.stack(), 0, 1)"
    assert f"    return {moved}\n" in fixed(text)


def test_a_loop_around_both_steps() -> None:
    text = (
        "import tensorflow as tf\n\n"
        "w = tf.Variable([[1.0, 2.0], [3.0, 4.0]])\n"
        "with tf.GradientTape() as tape:\n"
        "    loss = 0.0\n"
        "    for row in range(2):\n"
        "        p = tf.nn.softmax(w[row] / 0.1)\n"
        "        loss -= tf.reduce_sum(tf.math.log(p))\n"
        "print(tape.gradient(loss, w))\n"
    )
    assert fixed(text) == text.replace("tf.math.log(p)", "tf.nn.log_softmax(w[row] / 0.1)")


class TestTotals:
    """`v += x` raises; `assign_add` does not, and has no gradient."""

    def test_in_a_tape(self) -> None:
        text = HEAD + "loss = tf.Variable([0.0, 0.0])\n" + IN_TAPE.format("loss += w * w")
        assert fixed(text) == text

    def test_elsewhere(self) -> None:
        text = HEAD + "total = tf.Variable([0.0, 0.0])\ntotal += 2.0 * w\nprint(total)\n"
        assert fixed(text, unsafe=False) == text
        assert "total.assign_add(2.0 * w)" in fixed(text)

    @pytest.mark.parametrize("step", ["0.1 * g", "1.0"])
    def test_steps(self, step: str) -> None:
        update = IN_TAPE.format("loss = tf.reduce_sum(w * w)").replace(
            "print(tape.gradient(loss, w))", f"g = tape.gradient(loss, w)\nw -= {step}"
        )
        assert f"w.assign_sub({step})" in fixed(HEAD + update, unsafe=False)


def test_the_comment_of_a_head_that_is_dropped() -> None:
    body = "loss = tf.reduce_sum(w)"
    stop = "with tape.stop_recording():  # a note\n    print(w)\n"
    text = HEAD + IN_TAPE.format(body) + stop
    assert fixed(text) == HEAD + IN_TAPE.format(body) + "# a note\nprint(w)\n"


PAIRS = """\
a, b = tf.Variable(1.0), tf.Variable(2.0)
first, second = tf.keras.optimizers.SGD(0.1), tf.keras.optimizers.SGD(0.1)
with tf.GradientTape(persistent=True) as tape:
    one, two = a**2, b**2
to_a = tape.gradient(one, [a])
to_b = tape.gradient(two, [b])
first.apply_gradients(zip(to_a, [a]))
second.apply_gradients(zip({}, [{}]))
"""


@pytest.mark.parametrize("wrong", [("to_a", "b"), ("to_b", "a")])
def test_each_gradient_is_applied_once(wrong: tuple[str, str]) -> None:
    """The other gradients are the right ones if they are not used, else the other variables."""
    head = "import tensorflow as tf\n\n"
    assert fixed(head + PAIRS.format(*wrong)) == head + PAIRS.format("to_b", "b")


def test_comments_in_code_that_is_replaced() -> None:
    """They are kept above the statement."""
    text = (
        "import tensorflow as tf\n\n"
        "w = tf.Variable(1.0)\n"
        "with tf.GradientTape(  # one\n"
        ") as tape:\n"
        "    y = w * w\n"
        "print(tape.gradient(y, w), tape.gradient(y, w))\n"
    )
    lines = fixed(text).splitlines()
    assert lines[3:5] == ["# one", "with tf.GradientTape(persistent=True) as tape:"]


def test_two_arguments_of_apply_gradients() -> None:
    """Keras 2 takes the second one for a name, so it has to be the list of variables."""
    text = HEAD + IN_TAPE.format("loss = tf.reduce_sum(w * w)").replace(
        "print(tape.gradient(loss, w))",
        "g = tape.gradient(loss, [w])\ntf.keras.optimizers.SGD(0.1).apply_gradients(g, {})",
    )
    assert "apply_gradients(zip(g, [w]))" in fixed(text.format("[w]"))
    assert fixed(text.format('"step"')) == text.format('"step"')
