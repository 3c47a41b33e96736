"""The tables of docs/truth.md: TensorFlow answers what they say, eager and traced."""

from __future__ import annotations

import importlib.util
import math
import re
import warnings
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "truth.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(y = .+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", PAGE, re.MULTILINE)


def test_there_are_rows() -> None:
    assert len(ROWS) == PAGE.count("\n| `") > 20


@pytest.fixture(scope="module")
def functions(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The rows as functions of a module, because tracing reads their source."""
    parts = ["import numpy as np\nimport tensorflow as tf\n"]
    for number, (code, *_) in enumerate(ROWS):
        parts.append(f"def row{number}(x):\n    {code}\n    return y\n")
    path = tmp_path_factory.mktemp("truth") / "rows.py"
    path.write_text("\n".join(parts))
    return module_at(path)


def module_at(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.tensorflow
@pytest.mark.parametrize("number", range(len(ROWS)), ids=[row[0][4:40] for row in ROWS])
def test_a_row(number: int, functions: Any) -> None:
    _, _, eager, traced = ROWS[number]
    function = getattr(functions, f"row{number}")
    assert answer(function, traced=False) == eager.strip("`")
    assert answer(function, traced=True) == traced.strip("`")


def answer(function: Any, *, traced: bool) -> str:
    import tensorflow as tf

    x = tf.Variable(3.0)

    def query() -> Any:
        with tf.GradientTape() as tape:
            y = function(x)
        return tape.gradient(y, x)

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            gradient = (tf.function(query) if traced else query)()
    except Exception as problem:
        # An exception in traced code can be one that only says where, with the cause in its text.
        found = re.search(r"^\s*(LookupError)\b", str(problem), re.MULTILINE)
        return found[1] if found else type(problem).__name__
    if gradient is None:
        return "None"
    number = float(gradient)
    if not math.isfinite(number):
        return "NaN" if math.isnan(number) else "infinite"
    return f"{number:.4g}" if number % 1 else f"{number:.0f}"
