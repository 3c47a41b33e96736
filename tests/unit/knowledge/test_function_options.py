"""Options of functions and words in names: how they are read, and that functions have the names."""

from __future__ import annotations

import re

import pytest

from tests.support.paths import ROOT
from tflintgrad.knowledge.function_options import option_names, options
from tflintgrad.knowledge.words import states


def test_names_of_a_role() -> None:
    assert option_names("axis") == ("axis", "reduction_indices")
    with pytest.raises(KeyError):
        option_names("dimension")


def test_some_function_has_each_name() -> None:
    """Options of layers' calls are in the signatures of Keras, not in the table of ops."""
    lines = (ROOT / "rules" / "ops.txt").read_text(encoding="utf-8")
    known = {*re.findall(r"\w+", lines), "mask", "training"}
    names = {name for found in options().values() for name in found}
    assert names - known == set()


@pytest.mark.parametrize(
    ("name", "meaning", "stated"),
    [
        ("old_logits", "meant_to_be_detached", True),
        ("OLD", "meant_to_be_detached", True),
        ("folded", "meant_to_be_detached", False),
        ("y_pred", "prediction", True),
        ("labels", "prediction", False),
        ("j", "jacobian", True),
        ("jump", "jacobian", False),
        ("", "total", False),
    ],
)
def test_words_that_state_a_meaning(name: str, meaning: str, stated: bool) -> None:
    assert states(name, meaning) is stated
    assert states(name, "residual_gradient", meaning) is stated
