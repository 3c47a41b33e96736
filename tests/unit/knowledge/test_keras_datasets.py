"""The shapes of Keras' datasets are those of Keras' documentation."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from tflintgrad.knowledge.keras_datasets import dataset_shapes

NAMES = ["mnist", "fashion_mnist", "cifar10", "cifar100", "boston_housing"]


@pytest.mark.parametrize("name", NAMES)
def test_four_arrays(name: str) -> None:
    shapes = dataset_shapes(f"keras.datasets.{name}.load_data")
    features, labels, other_features, other_labels = shapes
    assert features[0] == labels[0]
    assert other_features[0] == other_labels[0]
    assert features[1:] == other_features[1:]
    assert labels[1:] == other_labels[1:]


def test_unknown() -> None:
    assert dataset_shapes("keras.datasets.imdb.load_data") == []


@pytest.mark.parametrize("name", NAMES[:4])
def test_documented(name: str) -> None:
    """Keras states the shapes of the images and labels in the docstring of `load_data`."""
    spec = importlib.util.find_spec("keras")
    if spec is None or spec.origin is None:
        pytest.skip("Keras is not installed")
    text = Path(spec.origin).with_name("src") / "datasets" / f"{name}.py"
    stated = set(re.findall(r"\(\d+,[^()]*\)", text.read_text(encoding="utf-8")))
    numbers = {tuple(int(n) for n in re.findall(r"\d+", shape)) for shape in stated}
    assert set(dataset_shapes(f"keras.datasets.{name}.load_data")) <= numbers
