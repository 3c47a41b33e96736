"""rules/keras-hooks.txt: Keras' classes have the methods, and their parameters."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from tflintgrad.knowledge import keras_hooks
from tflintgrad.knowledge.signatures import Entry


def test_by_behaviour() -> None:
    assert keras_hooks.hook("forward") == "call"
    assert keras_hooks.hooks("build", "train_step") == ("build", "train_step")
    assert keras_hooks.hook_signature("compute_loss").keyword("prediction") == "y_pred"


def test_several_hooks_are_no_single_one() -> None:
    with pytest.raises(ValueError, match="too many values"):
        keras_hooks.hook("between_steps")


@pytest.mark.tensorflow
@pytest.mark.parametrize("entry", keras_hooks.entries(), ids=lambda entry: entry.name)
def test_keras_has_it(entry: Entry) -> None:
    import keras

    classes: dict[str, Any] = {
        "layer": keras.layers.Dense,
        "model": keras.Model,
        "loss": keras.losses.MeanSquaredError,
        "metric": keras.metrics.Mean,
        "callback": keras.callbacks.Callback,
    }
    assert entry.signature is not None
    for receiver in entry.receivers:
        method = getattr(classes[receiver], entry.name)
        assert callable(method)
        assert {*entry.signature.parameters} <= {*inspect.signature(method).parameters}
