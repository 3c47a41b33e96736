"""rules/keras-2-signs.txt: how it is read, and that Keras 3 raises for these arguments."""

from __future__ import annotations

from typing import Any

import pytest

from tflintgrad.knowledge.keras_2_signs import keras_2_arguments, keras_in


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


def test_texts_tell_the_version() -> None:
    assert keras_in(b"import tensorflow as tf\n") == 0
    assert keras_in(b"import tensorflow_addons as tfa\n") == 2
    assert keras_in(b"x = tf.placeholder(tf.float32)\n") == 1
    assert keras_in(b"if K.backend() == 'theano':\n") == 1
    assert keras_in(b"x = keras.ops.sum(y)\n") == 3
    assert keras_in(b"!pip install -q tensorflow-gpu==2.0.0\n") == 2
    assert keras_in(b"!pip install tensorflow==2.16.1\n") == 0
