"""`fit` on a frozen model: Keras asks for no gradient at all, so no query can be looked at.

What TensorFlow says about it are the weights, before and after.
"""

from __future__ import annotations

from typing import Any

import pytest

from tflintgrad.api import check_source

MODEL = """\
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
before = [weight.numpy() for weight in model.weights]
"""
TRAIN = "model.fit(tf.ones((4, 2)), tf.ones((4, 1)), verbose=0)\n"
COMPILE = 'model.compile(optimizer="sgd", loss="mse")\n'
FREEZE = "model.trainable = False\n"
FROZEN = MODEL + FREEZE + COMPILE + TRAIN
THAWED = MODEL + FREEZE + "model.trainable = True\n" + COMPILE + TRAIN
#: Keras 2 trains what was trainable when it was compiled, as GANs of that time rely on.
COMPILED_BEFORE = MODEL + COMPILE + FREEZE + TRAIN


def test_frozen_model_is_found() -> None:
    (finding,) = check_source(FROZEN, "train.py")
    assert (finding.code, finding.span.start.row) == ("TFG803", 7)


@pytest.mark.parametrize("program", [THAWED, COMPILED_BEFORE])
def test_what_may_be_trained_is_left_alone(program: str) -> None:
    assert check_source(program, "train.py") == []


@pytest.mark.tensorflow
@pytest.mark.filterwarnings("ignore:The model does not have any trainable weights")
@pytest.mark.parametrize(("program", "moves"), [(FROZEN, False), (THAWED, True)])
def test_tensorflow_agrees(program: str, moves: bool) -> None:
    names: dict[str, Any] = {}
    exec(program, names)
    after = [weight.numpy() for weight in names["model"].weights]
    same = [(old == new).all() for old, new in zip(names["before"], after, strict=True)]
    assert all(same) is not moves
