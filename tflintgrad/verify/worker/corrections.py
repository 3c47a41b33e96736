"""Corrected calls, for the counterfactual run of a program.

The corrected program calls these functions in place of a loss, of `compile` or of a cast, with that
callable first and its arguments after it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tflintgrad.knowledge import methods, queries, words
from tflintgrad.knowledge.function_options import option_names

# All of it is read now: the sandboxed worker cannot read the tables later.
_PREDICTIONS = option_names("prediction")
_TRUTHS = option_names("truth")
_COMPILE = queries.names_with("compile")
#: The parameter of `compile` that is the loss, after its optimizer.
_LOSS = methods.keyword("compile", "loss")
_AXIS = option_names("axis")[0]
_TRAINING = option_names("training")[0]
_BATCH_DIMS = option_names("batch_dims")[0]
words.meanings()

_Change = Callable[[Any, bool], Any]


def without_activation(call: Any, *positional: Any, **keywords: Any) -> Any:
    """Call a loss with the logits of the probabilities that it got."""
    return _with_change(_logits, call, positional, keywords)


def with_activation(call: Any, *positional: Any, **keywords: Any) -> Any:
    """Call a loss with the probabilities of the logits that it got."""
    return _with_change(_probabilities, call, positional, keywords)


def with_swap(call: Any, *positional: Any, **keywords: Any) -> Any:
    """Call a loss with its first two arguments swapped, or `compile` with such a loss."""
    if getattr(call, "__name__", "") in _COMPILE:
        loss = keywords[_LOSS] if _LOSS in keywords else positional[1]
        swapped = {**keywords, _LOSS: lambda truth, prediction: loss(prediction, truth)}
        return call(*positional[:1], **swapped)
    if len(positional) > 1:
        return call(positional[1], positional[0], *positional[2:], **keywords)
    truth = next((name for name in _TRUTHS if name in keywords), None)
    prediction = next((name for name in _PREDICTIONS if name in keywords), None)
    if prediction is None:
        return call(*positional, **keywords)
    if truth is None:
        return call(keywords.pop(prediction), **{prediction: positional[0]}, **keywords)
    both = {truth: keywords[prediction], prediction: keywords[truth]}
    return call(*positional, **{**keywords, **both})


def with_magnitude(call: Any, *positional: Any, **keywords: Any) -> Any:
    """Cast the magnitude of complex numbers instead of their real part."""
    import tensorflow as tf

    if positional:
        return call(tf.abs(positional[0]), *positional[1:], **keywords)
    changed = {name: tf.abs(v) if _is_complex(v) else v for name, v in keywords.items()}
    return call(**changed)


def with_batch_dims(call: Any, *positional: Any, **keywords: Any) -> Any:
    """Gather one number from each row."""
    return call(*positional, **keywords, **{_BATCH_DIMS: 1})


def with_training(call: Any, *positional: Any, **keywords: Any) -> Any:
    """Call a model or layer as in training."""
    return call(*positional, **{**keywords, _TRAINING: True})


def without_reduction(call: Any, *positional: Any, **keywords: Any) -> Any:
    """Call a loss object for the loss of each example."""
    return call.call(*positional, **keywords)


def for_each_row(call: Any, *positional: Any, **keywords: Any) -> Any:
    """Take a norm of each row, or normalise each: along the last axis, or all but the first."""
    import tensorflow as tf

    value = positional[0] if positional else next(iter(keywords.values()))
    if "normalize" not in str(getattr(call, "__name__", "")):
        value = tf.reshape(value, [tf.shape(value)[0], -1])
    return call(value, **{_AXIS: -1})


def _is_complex(value: Any) -> bool:
    return bool(getattr(getattr(value, "dtype", None), "is_complex", False))


def _logits(probabilities: Any, binary: bool) -> Any:
    import tensorflow as tf

    logits = tf.math.log(probabilities)
    return logits - tf.math.log1p(-probabilities) if binary else logits


def _probabilities(logits: Any, binary: bool) -> Any:
    import tensorflow as tf

    return tf.sigmoid(logits) if binary else tf.nn.softmax(logits)


def _with_change(
    change: _Change, call: Any, positional: tuple[Any, ...], keywords: dict[str, Any]
) -> Any:
    """Call a loss with a changed prediction, or `compile` with a loss that changes it."""
    name = str(getattr(call, "__name__", type(call).__name__))
    if name in _COMPILE:
        if _LOSS in keywords:
            return call(*positional, **{**keywords, _LOSS: _changed(change, keywords[_LOSS])})
        first, loss, *rest = positional
        return call(first, _changed(change, loss), *rest, **keywords)
    binary = words.states(name, "two_classes")
    if len(positional) > 1:
        truth, prediction, *rest = positional
        return call(truth, change(prediction, binary), *rest, **keywords)
    changed = {n: change(v, binary) if n in _PREDICTIONS else v for n, v in keywords.items()}
    return call(*positional, **changed)


def _changed(change: _Change, loss: Any) -> Any:
    """Return a loss that changes the prediction first."""
    import keras

    if isinstance(loss, dict):
        return {key: _changed(change, item) for key, item in loss.items()}
    if isinstance(loss, (list, tuple)):
        return [_changed(change, item) for item in loss]
    name = loss if isinstance(loss, str) else getattr(loss, "__name__", type(loss).__name__)
    function = keras.losses.get(loss)
    if not words.states(name, "cross_entropy"):
        return loss
    binary = words.states(name, "two_classes")
    return lambda truth, prediction: function(truth, change(prediction, binary))
