"""rules/variable-lists.txt: how it is read, and that Keras has the attributes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tflintgrad.knowledge import variable_lists
from tflintgrad.knowledge.signatures import TableError
from tflintgrad.knowledge.variable_lists import LISTS, SINGLE, attributes, kind_of


def test_kinds() -> None:
    assert kind_of("trainable_weights") == "trainable"
    assert kind_of("variables") == "all_with_seeds"
    assert kind_of("layers") == ""
    assert attributes("trainable")[0] == "trainable_variables"
    assert all(attributes(kind) for kind in (*LISTS, *SINGLE))


def test_lists_end_alike() -> None:
    """The prefilter searches for the names of all variables at the end of a word."""
    whole = attributes("all", "all_with_seeds")
    for name in attributes(*LISTS):
        assert name in whole or name.endswith(tuple(f"_{ending}" for ending in whole))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("# head\nall weights\n", ":2: unknown kind"),
        ("some: weights\n", ":1: unknown kind `some`"),
        ("all: weights\nlayer: weights\n", ":2: `weights` is listed twice"),
    ],
)
def test_a_bad_line_is_named(
    text: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "variable-lists.txt").write_text(text)
    monkeypatch.setattr(variable_lists, "rules_file", lambda name: tmp_path / name)
    with pytest.raises(TableError, match=r"rules/variable-lists\.txt") as raised:
        variable_lists._table.__wrapped__()
    assert complaint in str(raised.value)


@pytest.mark.tensorflow
def test_keras_has_them() -> None:
    tf: Any = pytest.importorskip("tensorflow")
    layers = [tf.keras.layers.Dense(2), tf.keras.layers.LayerNormalization()]
    layers.append(tf.keras.layers.Embedding(2, 2))
    for layer in layers:
        layer.build((None, 2))
    for name in attributes(*LISTS):
        assert all(hasattr(layer, name) for layer in layers), name
    for name in attributes(*SINGLE):
        assert any(hasattr(layer, name) for layer in layers), name
