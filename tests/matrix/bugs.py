"""Bugs of a training step, each with the rules of which one has to report it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Bug:
    """What a program does differently from the right one."""

    codes: frozenset[str]
    #: "loss", "model" or "step": the part of a program in which it stands.
    place: str
    #: Of a bug in the loss or the model: the statement that cuts.
    cut: str = ""
    #: Of a bug in the step.
    before: tuple[str, ...] = ()
    inside: tuple[str, ...] = ("pred = model(x)", "loss = loss_fn(y, pred)")
    after: tuple[str, ...] = ()
    sources: str = "model.trainable_variables"
    tape: str = "tf.GradientTape()"
    #: After the model is made.
    setup: str = ""
    #: True if TensorFlow computes something else, or nothing, in a traced function.
    eager_only: bool = False
    #: Ways to build a model for which this is no bug.
    right_for: frozenset[str] = field(default=frozenset())


def _codes(text: str) -> frozenset[str]:
    return frozenset(f"TFG{code}" for code in text.split())


RIGHT = Bug(frozenset(), "step")

_CALL = "pred = model(x)"
_LOSS = "loss = loss_fn(y, pred)"

BUGS = {
    "forward_before": Bug(_codes("101"), "step", before=(_CALL,), inside=(_LOSS,)),
    "loss_after": Bug(_codes("101"), "step", inside=(_CALL,), after=(_LOSS,)),
    "everything_before": Bug(
        _codes("101"), "step", before=(_CALL, _LOSS), inside=("loss = loss * 1.0",)
    ),
    "predict": Bug(
        _codes("206"), "step", inside=("pred = model.predict(x, verbose=0)", _LOSS), eager_only=True
    ),
    "numpy_of_prediction": Bug(_codes("201"), "step", inside=("pred = model(x).numpy()", _LOSS)),
    "variable_of_prediction": Bug(
        _codes("402"), "step", inside=("pred = tf.Variable(model(x))", _LOSS), eager_only=True
    ),
    "float_of_loss": Bug(
        _codes("203"),
        "step",
        inside=(_CALL, _LOSS, "loss = tf.constant(float(loss))"),
        eager_only=True,
    ),
    "metric": Bug(
        _codes("407"),
        "step",
        inside=(_CALL, "loss = metric(y, pred)"),
        setup="metric = keras.metrics.MeanSquaredError()",
    ),
    "paused": Bug(
        _codes("107"),
        "step",
        inside=("with tape.stop_recording():", f"    {_CALL}", _LOSS),
    ),
    "reset": Bug(_codes("107"), "step", inside=(_CALL, _LOSS, "tape.reset()")),
    "other_model": Bug(
        _codes("104"),
        "step",
        sources="other.trainable_variables",
        setup="other = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])",
    ),
    "unwatched_input": Bug(_codes("102"), "step", sources="[x]", inside=(_CALL, _LOSS)),
    "frozen": Bug(_codes("803"), "step", setup="model.trainable = False"),
    "watches_nothing": Bug(
        _codes("111"), "step", tape="tf.GradientTape(watch_accessed_variables=False)"
    ),
    "round_in_loss": Bug(_codes("301"), "loss", cut="p = tf.round(p)"),
    "integers_in_loss": Bug(
        _codes("305"), "loss", cut="p = tf.cast(tf.cast(p, tf.int32), tf.float32)"
    ),
    "argmax_in_loss": Bug(
        _codes("301"), "loss", cut="p = tf.cast(tf.argmax(p, axis=-1), tf.float32)"
    ),
    "comparison_in_loss": Bug(_codes("306"), "loss", cut="p = tf.cast(p > 0.0, tf.float32)"),
    "stopped_in_loss": Bug(_codes("307"), "loss", cut="p = tf.stop_gradient(p)"),
    "array_in_loss": Bug(
        _codes("202"), "loss", cut="p = tf.convert_to_tensor(np.maximum(p, -1.0))"
    ),
    "round_in_model": Bug(_codes("301"), "model", cut="h = tf.round(h)"),
    "sign_in_model": Bug(_codes("303"), "model", cut="h = keras.ops.sign(h)"),
}
