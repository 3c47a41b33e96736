"""Calls of losses: what they compare, and whether they expect logits or probabilities."""

from __future__ import annotations

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.objects import External, Layer
from tflintgrad.flow.domain.provenance import constant_option, option_of
from tflintgrad.flow.domain.values import Value
from tflintgrad.knowledge.canonical_names import loss_by_string
from tflintgrad.knowledge.roles import is_a


class LossCall:
    """One call of a loss; `logits` is None if it is not known what the loss expects."""

    __slots__ = ("logits", "name", "prediction", "shown", "truth")

    def __init__(
        self, name: str, shown: str, truth: Value, prediction: Value, logits: bool | None
    ) -> None:
        self.name = name
        self.shown = shown
        self.truth = truth
        self.prediction = prediction
        self.logits = logits


def loss_call(value: Value) -> LossCall | None:
    """Return the call of a loss of TensorFlow or Keras that computed a value, if one did."""
    loss = value.facts.get("loss")
    name = loss.name if loss is not None else value.facts.get("op")
    if not isinstance(name, str) or not is_a(
        name, "takes_logits", "may_take_logits", "asymmetric_loss", "divergence"
    ):
        return None
    truth, prediction = option_of(value, "truth"), option_of(value, "prediction")
    if truth is None or prediction is None:
        return None
    if loss is not None:
        logits = _of_object(loss)
    else:
        logits = _expects_logits(name, constant_option(value, "from_logits"))
    shown = loss.name if loss is not None else str(value.facts.get("called") or name)
    return LossCall(name, shown, truth, prediction, logits)


def compiled_loss(loss: Value) -> tuple[str, bool | None]:
    """Return the name of a loss that `compile` got, and whether it expects logits."""
    if isinstance(loss.const, str):
        name = loss_by_string(loss.const)
        return name, _expects_logits(name, None)
    if isinstance(loss, Layer) and loss.kind is kinds.LOSS:
        return loss.name, _of_object(loss)
    if isinstance(loss, External):
        return loss.name, _expects_logits(loss.name, None)
    return "", None


def _of_object(loss: Layer) -> bool | None:
    """True if an object of a loss class expects logits; None if that is not known."""
    passed = loss.option("from_logits")
    if loss.arguments.unpacked:
        return None
    if passed is None:
        return _expects_logits(loss.name, None)
    return passed.const if isinstance(passed.const, bool) else None


def _expects_logits(name: str, given: str | None) -> bool | None:
    if is_a(name, "takes_logits"):
        return True
    if not is_a(name, "may_take_logits"):
        return None
    return {None: False, "True": True, "False": False}.get(given)
