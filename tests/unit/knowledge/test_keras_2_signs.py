"""rules/keras-2-signs.txt: how it is read, and that Keras 3 raises for these arguments."""

from __future__ import annotations

from typing import Any

import pytest

from tflintgrad.knowledge.keras_2_signs import is_dated, keras_2_arguments, keras_in


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


@pytest.mark.parametrize(
    "text",
    [
        "Copyright (c) 2020 A. Author",
        "# Copyright 2019 The TensorFlow Authors. All Rights Reserved.",
        "Copyright (c) 2018-2021, a lab",
        "Created on Tue Mar  3 10:12:00 2020",
        "# @Time    : 2021/5/4",
        "Python 3.6+, TensorFlow 2.3+",
        "tensorflow>=2.4",
        'python_requires=">=3.7"',
        "install tensorflow 1.15",
    ],
)
def test_dated(text: str) -> None:
    assert is_dated(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "import tensorflow as tf",
        "Copyright 2018-2025 The Authors",
        "Copyright (c) 2024 A. Author",
        "Copyright (c) 2019 - present, a company",
        "tensorflow>=2.16",
        "tensorflow==2.20.0",
        "Python 3.10",
        "date = datetime(2020, 1, 1)",
    ],
)
def test_not_dated(text: str) -> None:
    assert not is_dated(text.encode())
