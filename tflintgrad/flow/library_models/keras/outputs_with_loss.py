"""Which outputs of a model have a loss, by what `compile` was given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from tflintgrad.flow.domain import kinds
from tflintgrad.flow.domain.arguments import Arguments
from tflintgrad.flow.domain.objects import External
from tflintgrad.flow.domain.values import Mapping, Sequence, Value
from tflintgrad.knowledge.roles import is_a, names_of

if TYPE_CHECKING:
    from tflintgrad.flow.interpreter.interpreter import Interpreter


class OutputLosses(NamedTuple):
    """The outputs with a loss and those without."""

    kept: list[Value]
    left: list[Value]
    #: The dict of losses has no entry for an output, which has a name.
    missing: bool = False


def split(outputs: Value, loss: Value) -> OutputLosses:
    """Return the outputs with and without a loss; if `compile` does not tell, all have one."""
    if isinstance(outputs, Sequence) and outputs.exact and len(outputs.items) > 1:
        if isinstance(loss, Sequence) and loss.exact:
            return _by_position(outputs.items, loss.items)
        if isinstance(loss, Mapping) and loss.rest is None:
            return _by_name(outputs.items, loss.entries)
    if isinstance(outputs, Mapping) and isinstance(loss, Mapping):
        entries = outputs.entries
        if (
            outputs.rest is None
            and loss.rest is None
            and any(key in entries for key in loss.entries)
        ):
            left = [key for key in entries if _is_none(loss.entries.get(key))]
            return OutputLosses(
                [value for key, value in entries.items() if key not in left],
                [entries[key] for key in left],
            )
    return OutputLosses([outputs], [])


def without_zeros(interp: Interpreter, loss: Value, arguments: Arguments) -> Value:
    """Return the losses that `compile` got, with `None` for those whose weight is zero."""
    weights = arguments.passed("loss_weights")
    none = interp.constant(None, arguments.site)
    if isinstance(weights, Sequence) and weights.exact and isinstance(loss, (Sequence, Mapping)):
        if not isinstance(loss, Sequence) or len(loss.items) != len(weights.items):
            return loss
        pairs = zip(loss.items, weights.items, strict=True)
        kept = [none if weight.const == 0 else item for item, weight in pairs]
        return Sequence(kinds.LIST, arguments.site, interp.context, kept)
    if isinstance(weights, Sequence) and weights.exact and len(weights.items) > 1:
        kept = [none if weight.const == 0 else loss for weight in weights.items]
        return Sequence(kinds.LIST, arguments.site, interp.context, kept)
    if isinstance(weights, Mapping) and isinstance(loss, Mapping) and loss.rest is None:
        counted = Mapping(arguments.site, interp.context)
        for key, item in loss.entries.items():
            weight = weights.entries.get(key)
            counted.put(key, none if weight is not None and weight.const == 0 else item)
        return counted
    return loss


def is_metric(loss: Value) -> bool:
    """True for a metric: an object, a class, a function without gradient, or its name."""
    if loss.kind is kinds.STRING:
        return isinstance(loss.const, str) and _plain(loss.const) in _NO_LOSSES
    if isinstance(loss, External):
        is_named = is_a(loss.name, "no_loss")
        return is_named or (_is_class(loss) and is_a(loss.name, "metric"))
    return loss.kind is kinds.METRIC


def sort_of_metric(metric: Value) -> str:
    """Return "name" for the name of a metric, "function" for a function, "" for an object."""
    if metric.kind is kinds.STRING:
        return "name"
    return "function" if isinstance(metric, External) and not _is_class(metric) else ""


def _is_class(metric: External) -> bool:
    last = metric.name.rpartition(".")[2]
    return last[:1].isupper() and not last.isupper()


def _plain(name: str) -> str:
    return name.lower().replace("_", "")


#: The names of metrics that are no losses, as `compile` may be given them.
_NO_LOSSES: Final = frozenset(_plain(name.rpartition(".")[2]) for name in names_of("no_loss"))


def _is_none(loss: Value | None) -> bool:
    return loss is None or loss.kind is kinds.NONE


def _by_position(outputs: list[Value], losses: list[Value]) -> OutputLosses:
    if not losses or len(losses) > len(outputs):
        return OutputLosses(list(outputs), [])
    given = [*losses, *[None] * (len(outputs) - len(losses))]
    pairs = list(zip(outputs, given, strict=True))
    return OutputLosses(
        [output for output, loss in pairs if not _is_none(loss)],
        [output for output, loss in pairs if _is_none(loss)],
    )


def _by_name(outputs: list[Value], losses: dict[object, Value]) -> OutputLosses:
    """Split outputs of a functional model, which have the names of their layers."""
    names = [_name(output) for output in outputs]
    if None in names or not all(key in names for key in losses):
        return OutputLosses(list(outputs), [])
    pairs = list(zip(outputs, names, strict=True))
    return OutputLosses(
        [output for output, name in pairs if not _is_none(losses.get(name))],
        [output for output, name in pairs if _is_none(losses.get(name))],
        any(name not in losses for name in names),
    )


def _name(output: Value) -> str | None:
    """Return the name of the layer that computes an output, if the program gives it one."""
    template = output.facts.get("template", output)
    layer = template.facts.get("layer")
    given = layer.option("name") if layer is not None else None
    return given.const if given is not None and isinstance(given.const, str) else None
