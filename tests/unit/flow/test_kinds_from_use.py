"""What the uses of an unknown object say about it; programs that TensorFlow cannot judge alone."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tflintgrad.engine.check_in_memory import check_text


def codes(text: str) -> list[str]:
    result = check_text("import tensorflow as tf\n" + dedent(text), "program.py")
    return [finding.code for finding in result.findings]


def step(before: str, inside: str, after: str, sources: str = "net.trainable_variables") -> str:
    """Return a function that no code calls."""
    lines = ["def step(net, loss_fn, x, y):"]
    lines += [f"    {line}" for line in before.splitlines()]
    lines += ["    with tf.GradientTape() as tape:"]
    lines += [f"        {line}" for line in (inside or "pass").splitlines()]
    lines += [f"    {line}" for line in after.splitlines()]
    lines += [f"    return tape.gradient(loss, {sources})"]
    return "\n".join(lines)


class TestModels:
    @pytest.mark.parametrize("name", ["trainable_variables", "trainable_weights", "variables"])
    def test_asked_for_variables(self, name: str) -> None:
        text = step("p = net(x)", "loss = tf.reduce_sum(p)", "", f"net.{name}")
        assert codes(text) == ["TFG101"]

    def test_nothing_says_that_it_is_a_model(self) -> None:
        assert codes(step("p = net(x)", "loss = tf.reduce_sum(p)", "", "net.parts")) == []

    def test_called_without_data(self) -> None:
        """It may return what it keeps."""
        assert codes(step("p = net()", "loss = tf.reduce_sum(p)", "")) == []

    def test_method_that_is_not_known(self) -> None:
        assert codes(step("p = net.encode(x)", "loss = tf.reduce_sum(p)", "")) == []

    def test_several_results(self) -> None:
        assert codes(step("p, q = net(x)", "loss = tf.reduce_sum(p)", "")) == ["TFG101"]

    def test_called_inside_as_well(self) -> None:
        assert codes(step("p = net(x)", "loss = tf.reduce_sum(net(x) - p)", "")) == []


class TestAnnotations:
    @pytest.mark.parametrize(
        "annotation",
        [
            "tf.keras.Model",
            "Optional[tf.keras.Model]",
            "typing.Optional['tf.keras.layers.Layer']",
            "tf.keras.Model | None",
            "Union[None, tf.Module]",
            "'tf.keras.Model'",
        ],
    )
    def test_models(self, annotation: str) -> None:
        """The variables are a parameter: nothing but the annotation says what `net` is."""
        assert codes(step_with_variables(annotation)) == ["TFG101"]

    @pytest.mark.parametrize("annotation", ["Callable", "Union[tf.keras.Model, Callable]", "'?'"])
    def test_other_callables(self, annotation: str) -> None:
        assert codes(step_with_variables(annotation)) == []


def step_with_variables(annotation: str) -> str:
    return f"""
    def step(net: {annotation}, variables, x):
        p = net(x)
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(p)
        return tape.gradient(loss, variables)
    """


class TestLosses:
    @pytest.mark.parametrize("call", ["loss_fn(y, p)", "loss_fn(y_true=y, y_pred=p)"])
    def test_gets_two_values(self, call: str) -> None:
        assert codes(step("", "p = net(x)", f"loss = {call}")) == ["TFG101"]

    @pytest.mark.parametrize("call", ["loss_fn(p)", "y.combine(p, x)", "loss_fn.get_loss(y, p)"])
    def test_may_pass_on_what_it_gets(self, call: str) -> None:
        assert codes(step("", "p = net(x)", f"loss = {call}")) == []


class TestTapes:
    def test_wrapper_of_another_library(self) -> None:
        text = step("", "p = net(x)", "loss = tf.reduce_sum(p)\ntape = wrap.DistributedTape(tape)")
        assert codes("import wrap\n" + text) == ["TFG101"]

    def test_wrapper_is_used_once(self) -> None:
        text = step("", "loss = tf.reduce_sum(net(x))", "if y:\n    tape = wrap.Tape(tape)")
        assert codes("import wrap\n" + text) == []

    def test_object_without_a_tape(self) -> None:
        assert codes("def f(image, x):\n    return image.gradient(x.numpy(), x)") == []


class TestGraphs:
    HEAD = "tf.compat.v1.disable_eager_execution()\nw = tf.compat.v1.get_variable('w', [2])\n"
    STEP = "tf.compat.v1.train.AdamOptimizer(0.1).minimize(loss)\n"

    def test_loss_without_gradient(self) -> None:
        text = self.HEAD + "loss = tf.cast(tf.reduce_sum(w) > 0, tf.float32)\n" + self.STEP
        assert codes(text) == ["TFG306"]

    @pytest.mark.parametrize(
        "loss", ["tf.reduce_sum(w ** 2)", "tf.compat.v1.losses.get_total_loss()", "make()"]
    )
    def test_right_losses(self, loss: str) -> None:
        assert codes(f"{self.HEAD}loss = {loss}\n{self.STEP}") == []

    def test_wrapped_optimizer(self) -> None:
        step = "wrap.Optimizer(tf.compat.v1.train.AdamOptimizer(0.1)).minimize(loss)"
        text = f"import wrap\n{self.HEAD}loss = tf.stop_gradient(tf.reduce_sum(w))\n{step}"
        assert codes(text) == ["TFG307"]
