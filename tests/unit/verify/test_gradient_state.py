"""States of gradients in an observed run."""

from __future__ import annotations

from tflintgrad.verify.observer.in_process.gradient_state import without_offsets


def test_a_bias_that_cancels_is_healthy_beside_a_kernel() -> None:
    assert without_offsets(["", "zero"], [False, True]) == ["", ""]


def test_a_kernel_of_zeros_is_not_healthy() -> None:
    assert without_offsets(["zero", ""], [False, True]) == ["zero", ""]


def test_a_loss_without_any_gradient_stays_zero() -> None:
    assert without_offsets(["zero", "zero"], [False, True]) == ["zero", "zero"]
