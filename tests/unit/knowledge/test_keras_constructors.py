"""rules/keras-constructors.txt: how it is read, and that Keras' classes have these parameters."""

from __future__ import annotations

import inspect

import pytest

from tflintgrad.knowledge.keras_constructors import constructor, signatures


def test_a_class_has_its_own_and_the_common_parameters() -> None:
    slots = constructor("layer", "keras.layers.Dense").slots
    assert slots["activation"] == (1, "activation")
    assert slots["name"] == (None, "name")


def test_a_class_without_a_line() -> None:
    slots = constructor("layer", "keras.layers.Conv2D").slots
    assert slots["activation"] == (None, "activation")
    assert "wrapped" not in slots


def test_another_kind() -> None:
    assert constructor("tape", "tf.GradientTape").slots == {}


@pytest.mark.tensorflow
@pytest.mark.parametrize("name", [name for name in signatures() if not name.startswith("every ")])
def test_positions_are_those_of_keras(name: str) -> None:
    import keras

    homes = (keras.layers, keras.losses, keras.optimizers, keras)
    cls = next(getattr(home, name) for home in homes if hasattr(home, name))
    own = [*inspect.signature(cls.__init__).parameters][1:]
    parameters = signatures()[name].parameters
    assert tuple(own[: len(parameters)]) == parameters
