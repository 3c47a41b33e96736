"""rules/kernels.txt: how it is read, that TensorFlow has its op types, and that code uses all."""

from __future__ import annotations

import pytest

from tests.support.paths import ROOT
from tflintgrad.knowledge.kernels import kernels, listed


def test_one_type() -> None:
    assert kernels("detaches").fullmatch("StopGradient")
    assert not kernels("detaches").fullmatch("StopGradientV2")


def test_all_types_that_begin_so() -> None:
    writes = kernels("writes_variable")
    assert writes.fullmatch("AssignVariableOp")
    assert writes.fullmatch("ResourceScatterAdd")
    assert not writes.fullmatch("ResourceGather")


def test_unknown_behaviour() -> None:
    with pytest.raises(KeyError):
        kernels("nonsense")


def test_code_asks_for_each_behaviour() -> None:
    folder = ROOT / "tflintgrad" / "verify"
    text = "".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))
    assert [behaviour for behaviour in listed() if f'kernels("{behaviour}")' not in text] == []


@pytest.mark.tensorflow
def test_tensorflow_has_them() -> None:
    tf = pytest.importorskip("tensorflow")
    known = dir(tf.raw_ops)
    for names in listed().values():
        for name in names:
            begins = name.removesuffix("*")
            assert any(op == name or (begins != name and op.startswith(begins)) for op in known)
