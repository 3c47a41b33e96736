"""English descriptions of the op table's one-word effects, kinds and facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tflintgrad.knowledge.op_entry import Argument, Clause, Op

REGISTRY = "tf.raw_ops."

_EFFECTS = {
    "flow": "flows: a gradient passes",
    "none": "none: the gradient is None, and the true slope is zero too",
    "zero": "zero: the gradient is zeros, and the true slope is zero too",
    "lost": "none although the true slope is not zero: a lost gradient",
    "lost.zero": "zero although the true slope is not: a lost gradient",
    "raises": "raises when the gradient is requested",
    "leaves": "leaves TensorFlow: the result is a NumPy or Python value",
    "leaves.zero": "leaves TensorFlow, but the true slope is zero too: nothing is lost",
    "detach": "detached on purpose",
    "select": "selects: integers or booleans that choose among values",
    "shape": "only its shape and dtype matter: nothing is lost",
    "": "an option: it cannot carry a gradient",
}

_KINDS = {
    "float": "a float tensor",
    "int": "an integer tensor",
    "bool": "a boolean tensor",
    "string": "a string tensor",
    "complex": "a complex tensor",
    "ndarray": "a NumPy array",
    "number": "a Python number",
    "none": "nothing",
    "list": "a list of float tensors",
    "dict": "a dictionary",
    "sparse": "a sparse tensor",
    "ragged": "a ragged tensor",
    "object": "an object that is not a tensor",
}

_SHAPES = {
    "elementwise": "works element by element",
    "same": "the result has the shape of the input",
    "reduce": "the result is a scalar unless an axis is given",
    "scalar": "the result is always a scalar",
    "last": "the last axis is summed up",
}

_FACTS = {
    "masked=nan": "a NaN remains in the gradient even if tf.where masks the singular point",
    "masked=ok": "tf.where around it keeps the NaN of a singular point out of the gradient",
    "random=yes": "random, not reparameterised",
    "random=reparameterised": "random, reparameterised: a gradient passes",
    "attribute=yes": "an attribute: it is read, not called",
    "at=call": "the call itself raises, not only the gradient",
}

# Facts that the description of an argument includes.
_IN_ARGUMENTS = frozenset({"raises", "lost", "leaves"})


def effect_in_words(effect: str, exception: str = "", at_call: bool = False) -> str:
    """Describe an effect: `raises` → "raises LookupError when the gradient is requested"."""
    kind, _, detail = effect.partition(".")
    if kind == "raises":
        error = detail or exception or "an exception"
        return f"raises {error} " + ("when called" if at_call else "when the gradient is requested")
    return _EFFECTS.get(effect) or _EFFECTS.get(kind, effect)


def argument_in_words(op: Op, effect: str) -> str:
    """Describe what an argument with this effect does to a gradient."""
    detail = op.facts.get(effect, "") if effect in ("lost", "leaves") else ""
    return effect_in_words(
        f"{effect}.{detail}" if detail else effect,
        op.facts.get("raises", ""),
        op.facts.get("at") == "call",
    )


def signature_name(argument: Argument) -> str:
    """Return the argument's name as a signature has it: `*args`, `**kwargs`."""
    stars = ("**" if argument.keyword_only else "*") if argument.variadic else ""
    return stars + argument.name


def kind_in_words(kind: str) -> str:
    """Describe the kind of a result: `ndarray` → "a NumPy array"."""
    return _KINDS.get(kind, kind)


def element_in_words(effect: str) -> str:
    """Describe one element of a tuple result, by its effect or, if it is not a float, its kind."""
    if effect == "flow":
        return "a float tensor that a gradient reaches"
    if effect == "none":
        return "no gradient comes back from it"
    return _KINDS.get(effect) or effect_in_words(effect)


def facts_in_words(op: Op) -> Iterator[str]:
    """Yield a sentence for each fact about an op, its shape included."""
    if op.name.startswith(REGISTRY):
        yield "from the gradient registry: flows means that a gradient function is registered"
    shape = op.facts.get("shape")
    if shape is not None:
        yield _SHAPES.get(shape, f"shape={shape}")
    if "range" in op.facts:
        yield f"the result lies in {op.facts['range'].replace(',', ', ')}"
    yield from _curvature_in_words(op.facts.get("curve", ""))
    yield from remarks_in_words(op)


def _curvature_in_words(curve: str) -> Iterator[str]:
    """Yield a phrase on the second derivative: `x:linear,y:smooth`, or `linear` for all inputs."""
    for part in filter(None, curve.split(",")):
        name, _, kind = part.rpartition(":")
        words = _CURVES.get(kind, kind)
        yield f"in {name}, {words}" if name else words


_CURVES: Final = {
    "linear": "linear: a second derivative is `None`",
    "piecewise": "piecewise linear: a second derivative is zero",
    "piecewise.none": "piecewise linear: a second derivative is `None`",
    "smooth": "smooth: second derivatives are not zero in general",
}


def remarks_in_words(op: Op) -> Iterator[str]:
    """Yield a sentence for each fact that matters to a gradient; `key=value` if it is unknown."""
    facts = op.facts
    each = "" if facts.get("shape") == "elementwise" else "all of "
    for name, points in points_of(facts.get("singular", "")).items():
        yield f"{_unbounded(name)} where {each}{name} is {' or '.join(points)}"
    for name in names_in(facts.get("overflow", "")):
        yield f"{_unbounded(name)} where {name} is 100 in float32"
    for name, inputs in pairs_in(facts.get("wrong", "")):
        when = f" in a special case: {inputs.replace('-', ' ')}" if inputs else ""
        yield f"TensorFlow's gradient for {name} is not the true slope{when}"
    described = {"shape", "range", "curve", "singular", "overflow", "wrong", *_IN_ARGUMENTS}
    for key, value in facts.items():
        if key not in described:
            yield _FACTS.get(f"{key}={value}", f"{key}={value}")


def _unbounded(name: str) -> str:
    return f"the derivative with respect to {name} is infinite or NaN"


def conditions_in_words(conditions: Mapping[str, frozenset[str]]) -> str:
    """Describe conditions: {"method": {"area", "box"}} → "when method is area or box"."""
    words = []
    for key, values in conditions.items():
        value = " or ".join(sorted(values))
        if key == "mode":
            words.append("inside tf.function" if value == "traced" else f"in {value} mode")
        elif key == "kind":
            words.append(f"when given a {'tf.Variable' if value == 'variable' else value}")
        else:
            words.append(f"when {key} is {value}")
    return " and ".join(words)


def clause_in_words(clause: Clause) -> Iterator[str]:
    """Yield a phrase for each argument, result and fact that a clause changes."""
    for name, effect in clause.effects.items():
        argument = "every argument" if name == "*" else name
        # A clause does not tell whether the call raises or the gradient query.
        raises = f"raises {clause.raises}" if effect == "raises" and clause.raises else ""
        yield f"{argument}: {raises or effect_in_words(effect)}"
    if clause.result:
        yield f"result: {kind_in_words(clause.result)}"
    yield from differing_facts(clause)


def differing_facts(clause: Clause) -> Iterator[str]:
    """Yield a phrase for each fact that a clause adds or takes back."""
    for name, value in clause.facts.items():
        yield _differing_fact(name, value)


def _differing_fact(name: str, value: str) -> str:
    """Describe a fact that a clause adds, or takes back with the value `-`."""
    if value == "-":
        return {"singular": "no singular point", "overflow": "no overflow"}.get(name, f"no {name}")
    if name == "singular":
        points = (f"{name} is {' or '.join(at)}" for name, at in points_of(value).items())
        return f"singular where all of {', '.join(points)}"
    return _FACTS.get(f"{name}={value}", f"{name}={value}")


def points_of(singular: str) -> dict[str, list[str]]:
    """Parse singular points: `x:0/-1,y:0` → {"x": ["0", "-1"], "y": ["0"]}."""
    pairs = (part.partition(":") for part in names_in(singular))
    return {name: points.split("/") for name, _, points in pairs}


def pairs_in(text: str) -> list[tuple[str, str]]:
    """Parse names with details: `x:zero-in-x,y` → [("x", "zero-in-x"), ("y", "")]."""
    parts = (part.partition(":") for part in names_in(text))
    return [(name, rest) for name, _, rest in parts]


def names_in(text: str) -> list[str]:
    """Split a list of names: `x,y` → ["x", "y"]."""
    return text.split(",") if text else []
