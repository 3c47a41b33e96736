"""rules/keras-2.txt: how it is read, and that Keras 3 raises for these arguments."""

from __future__ import annotations

from typing import Any

import pytest

from tflintgrad.knowledge.keras_2_arguments import keras_2_arguments


def test_arguments_by_role() -> None:
    assert "lr" in keras_2_arguments("optimizer")
    assert "batch_input_shape" in keras_2_arguments("layer")
    assert keras_2_arguments("loss") == frozenset()


@pytest.mark.tensorflow
def test_keras_3_raises() -> None:
    tf: Any = pytest.importorskip("tensorflow")
    made = {"optimizer": (tf.keras.optimizers.Adam, ()), "layer": (tf.keras.layers.Dense, (2,))}
    for role, (constructor, arguments) in made.items():
        for name in keras_2_arguments(role):
            with pytest.raises(ValueError, match=name):
                constructor(*arguments, **{name: 0.1})
