"""rules/keras-layers.txt says what TensorFlow says."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

from tflintgrad.knowledge.keras_layers import _table

#: How to make a layer that does not work without arguments, and what it is called on.
_PROGRAM = textwrap.dedent(
    """
    import os, sys
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
    import keras
    import tensorflow as tf

    makers = [
        lambda layer: layer(), lambda layer: layer(3), lambda layer: layer(3, 3),
        lambda layer: layer(0.2), lambda layer: layer(2, 2),
    ]
    shapes = [(2, 4), (2, 4, 3), (2, 8, 8, 3), (2, 4, 4, 4, 3), (2, 4, 6, 6, 3)]
    for name in sys.argv[1:]:
        layer = getattr(keras.layers, name, None)
        seen = None
        for make in makers:
            for shape in shapes:
                if seen is not None or layer is None:
                    continue
                try:
                    made = make(layer)
                    made(tf.ones(shape))
                except Exception:
                    continue
                statistics = len(made.weights) - len(made.trainable_variables)
                seed = len(made.variables) - len(made.weights)
                seen = (bool(made.trainable_variables), statistics > 0, seed > 0)
        print(name, seen)
    """
)


@pytest.mark.tensorflow
def test_tensorflow_agrees() -> None:
    table = _table()
    unlisted = ["Flatten", "ReLU", "MaxPooling2D", "Rescaling", "Add", "Softmax"]
    command = [sys.executable, "-c", _PROGRAM, *table, *unlisted]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    seen = dict(line.split(" ", 1) for line in lines)
    settled = {name: text for name, text in seen.items() if text != "None"}
    assert len(settled) > 35
    for name, text in settled.items():
        kept = table.get(name, frozenset())
        stated = tuple(word in kept for word in ("weights", "statistics", "seed"))
        assert str(stated) == text, name
