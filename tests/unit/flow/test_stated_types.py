"""What docstrings, `isinstance` and protocols say about a value that the program does not show."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from tflintgrad.engine.check_in_memory import check_text
from tflintgrad.flow.interpreter.docstring_types import _stated


def codes(text: str) -> list[str]:
    head = "import typing\nimport numpy as np\nimport tensorflow as tf\n"
    result = check_text(head + dedent(text), "program.py")
    return [finding.code for finding in result.findings]


def slope(docstring: str = "", before: str = "") -> str:
    """Return a function that asks for the slope in `x`, which no tape watches."""
    body = f'"""Return the slope.\n\n{docstring}\n"""\n{before}\n'
    body += "with tf.GradientTape() as tape:\n    y = f(x)\nreturn tape.gradient(y, x)\n"
    return "def slope(f, x):\n" + indent(body, "    ")


class TestDocstrings:
    @pytest.mark.parametrize(
        "docstring",
        [
            "Args:\n  f: A function.\n  x: A `Tensor`.",
            "Args:\n  x: A float32 `tf.Tensor` of shape [batch, 3].",
            "Args:\n    x (tf.Tensor): where",
            "Parameters\n----------\nx : tf.Tensor\n    Where.",
            ":param f: a function\n:param x: the place\n:type x: tf.Tensor",
            ":param x: A batched 2-D :class:`tf.Tensor`, the images.",
        ],
    )
    def test_tensors(self, docstring: str) -> None:
        assert codes(slope(docstring)) == ["TFG102"]

    @pytest.mark.parametrize(
        "docstring",
        [
            "Args:\n  x: Where.",
            "Args:\n  x: A `Tensor` or `Variable`.",
            "Args:\n  x: A list of `Tensor`s.",
            "Args:\n  x: `Tensor`s.",
            "Args:\n  x (tf.Tensor | tf.Variable): where",
            "Args:\n  x: A function that takes a `tf.Tensor`.",
            "Args:\n  x: A `tf.Variable`.",
            "Args:\n  z: A `tf.Tensor`.",
            "Parameters\n----------\nx : tf.Tensor, or anything like it",
            "Args:\n  x: A `mine.Tensor`.",
        ],
    )
    def test_others(self, docstring: str) -> None:
        assert codes(slope(docstring)) == []

    def test_field_of_the_type_says_more(self) -> None:
        assert _stated(":param x: the `Thing` to use\n:type x: tf.Tensor") == {"x": "tf.Tensor"}

    def test_class_describes_its_constructor(self) -> None:
        """The optimizer's variables are a parameter: the docstring says what `net` is."""
        text = '''
        class Fitter:
            """Fit.

            Args:
                net: A `tf.keras.Model`.
            """

            def __init__(self, net, weights):
                self.net, self.weights = net, weights

            def step(self, x, y: tf.Tensor):
                p = self.net(x)
                with tf.GradientTape() as tape:
                    loss = tf.reduce_sum(tf.square(p - y))
                return tape.gradient(loss, self.weights)
        '''
        assert codes(text) == ["TFG101"]
        assert codes(text.replace("A `tf.keras.Model`", "A callable")) == []


class TestIsinstance:
    @pytest.mark.parametrize(
        "guard",
        [
            "assert isinstance(x, tf.Tensor)",
            "assert callable(f) and isinstance(x, tf.Tensor), 'no tensor'",
            "if not isinstance(x, tf.Tensor):\n    raise TypeError(x)",
            "if not callable(f) or not isinstance(x, tf.Tensor):\n    return None",
            "if not isinstance(x, tf.Tensor):\n    x = tf.convert_to_tensor(x)",
        ],
    )
    def test_tensors(self, guard: str) -> None:
        assert codes(slope(before=guard)) == ["TFG102"]

    @pytest.mark.parametrize(
        "guard",
        [
            "if isinstance(x, tf.Tensor):\n    print(x)",
            "if not isinstance(x, tf.Tensor):\n    print(x)",
            "if f:\n    assert isinstance(x, tf.Tensor)",
            "assert isinstance(x, (tf.Tensor, tf.Variable))",
            "assert f or isinstance(x, tf.Tensor)",
            "if not isinstance(x, tf.Tensor):\n    x = tf.Variable(x)",
        ],
    )
    def test_others(self, guard: str) -> None:
        assert codes(slope(before=guard)) == []

    def test_watched_before(self) -> None:
        text = """
        def slope(f, x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                if not isinstance(x, tf.Tensor):
                    raise TypeError(x)
                y = f(x)
            return tape.gradient(y, x)
        """
        assert codes(text) == []


class TestProtocols:
    TEXT = """
    class Potential(typing.Protocol):
        trainable_variables: list

        def __call__(self, x: tf.Tensor) -> tf.Tensor:
            ...

        def energy(self, x: tf.Tensor) -> tf.Tensor:
            ...

        def batch(self, x):
            ...

    def step(potential: Potential, weights, x):
        p = potential(x)
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(p)
        return tape.gradient(loss, weights)
    """

    def test_computes_where_it_is_called(self) -> None:
        assert codes(self.TEXT) == ["TFG101"]
        assert codes(self.TEXT.replace("potential(x)", "potential.energy(x)")) == ["TFG101"]

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("trainable_variables: list", "name: str"),  # it may be any function
            ("potential(x)", "potential.batch(x)"),  # it may return what it gets
            ("tf.reduce_sum(p)", "tf.reduce_sum(p - potential(x))"),
        ],
    )
    def test_others(self, before: str, after: str) -> None:
        assert codes(self.TEXT.replace(before, after)) == []


class TestSetElsewhere:
    TEXT = """
    class Engine:
        model = None

        def step(self, x):
            p = self.model(x)
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(p)
            return tape.gradient(loss, self.model.trainable_variables)
    """

    def test_attribute_of_the_class(self) -> None:
        assert codes(self.TEXT) == ["TFG101"]
        inside = self.TEXT.replace("tf.reduce_sum(p)", "tf.reduce_sum(self.model(x) - p)")
        assert codes(inside) == []


class TestDicts:
    TEXT = """
    import sys

    def l1(y, p):
        return tf.reduce_mean(tf.abs(y - p))

    def l2(y, p):
        return tf.stop_gradient(tf.reduce_mean(tf.square(y - p)))

    LOSSES = {"l1": l1, "l2": l2}
    w = tf.Variable([1.0, 2.0])
    loss_fn = LOSSES[sys.argv[1]]
    with tf.GradientTape() as tape:
        loss = loss_fn(1.0, w)
    tape.gradient(loss, w)
    """

    @pytest.mark.parametrize("used", ["LOSSES[sys.argv[1]]", "LOSSES.get(sys.argv[1], l1)"])
    def test_unknown_key_is_a_choice(self, used: str) -> None:
        assert codes(self.TEXT.replace("LOSSES[sys.argv[1]]", used)) == ["TFG307"]

    def test_known_key(self) -> None:
        assert codes(self.TEXT.replace("sys.argv[1]", "'l1'")) == []
