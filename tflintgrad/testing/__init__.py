"""Keep a mended gradient mended: an assertion for tests, and a plugin for pytest.

    from tflintgrad.testing import assert_gradients

    def test_the_loss_trains_the_model():
        assert_gradients(lambda: loss(labels, model(images)), model.trainable_variables)

Needs TensorFlow: `pip install 'tflintgrad[verify]'`.
"""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from tflintgrad.testing.gradients import GradientError as GradientError
    from tflintgrad.testing.gradients import assert_gradients as assert_gradients

__all__ = ["GradientError", "assert_gradients"]

if not TYPE_CHECKING:  # to a type checker, this function would mean that every name exists

    def __getattr__(name: str) -> object:
        # pytest imports this package in every run, for the plugin, so it imports nothing by itself.
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from tflintgrad.testing import gradients

        return getattr(gradients, name)
