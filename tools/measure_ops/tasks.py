"""The measuring tasks: public functions, with made-up calls or those of recipes."""

from __future__ import annotations

import builtins
import importlib.util
import math
import statistics
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from tools.measure_ops import datafiles, members, pool, python_side, surface, values
from tools.measure_ops.calls import Call
from tools.measure_ops.datafiles import Recipe
from tools.measure_ops.measure import measure, measure_curve, measure_more
from tools.measure_ops.surface import Public
from tools.measure_ops.synthesise import takes_floats

#: Ends the key of a task for the arguments that the main one leaves alone.
MORE = " more"
PYTHON = ("np.", "math.", "statistics.", "builtins.", "ndarray.")


@dataclass(frozen=True)
class Plan:
    """Everything public, and a task for each thing to measure.

    A task's key is a name, or a name and the condition of a variant.
    """

    publics: tuple[Public, ...]
    recipes: tuple[Recipe, ...]
    tasks: dict[str, pool.Work]

    def canonical(self, name: str) -> str:
        return self._canonical.get(name, name)

    @cached_property
    def _canonical(self) -> dict[str, str]:
        return {name: public.name for public in self.publics for name in public.names}


def plan(with_python: bool = True) -> Plan:
    """Return the plan: recipes come before made-up calls; corrections.txt replaces measuring.

    `with_python=False` leaves out NumPy and the standard library, whose versions do not depend on
    TensorFlow's.
    """
    publics = (*surface.public_functions(), *members.public_members())
    if with_python:
        publics += python_side.python_functions()
    functions = {public.name: public.function for public in publics}
    canonical = {name: public.name for public in publics for name in public.names}
    tasks: dict[str, pool.Work] = {}
    recipes = tuple(
        recipe
        for recipe in datafiles.recipes()
        if (with_python or not recipe.name.startswith(PYTHON))
        and (recipe.name in canonical or _exists(recipe.name))
    )
    for recipe in recipes:
        name = canonical.get(recipe.name, recipe.name)
        tasks[recipe.key] = partial(_follow, recipe, functions.get(name))
        if not (recipe.expression or recipe.when or recipe.at or recipe.raises):
            tasks[f"{recipe.name}{MORE}"] = partial(_follow_further, recipe, functions.get(name))
    followed = {canonical.get(r.name, r.name) for r in recipes if not r.when and not r.at}
    written = datafiles.written_names()
    for public in sorted(publics, key=_urgency):
        if public.name not in followed and not written & set(public.names):
            tasks[public.name] = partial(measure, public.function)
            if takes_floats(public.function):
                tasks[f"{public.name}{MORE}"] = partial(measure_more, public.function)
    return Plan(publics, recipes, tasks)


def curve_tasks(whole: Plan, flowing: Mapping[str, tuple[str, ...]]) -> dict[str, pool.Work]:
    """Return a task for the curve alone, for each canonical name with arguments that flow."""
    functions = {public.name: public.function for public in whole.publics}
    recipes = {whole.canonical(r.name): r for r in whole.recipes if not r.when and not r.at}
    found: dict[str, pool.Work] = {}
    for name, arguments in flowing.items():
        if name in recipes:
            found[name] = partial(_follow_curve, recipes[name], functions.get(name), arguments)
        elif name in functions:
            found[name] = partial(_curve_alone, functions[name], arguments)
    return found


def _curve_alone(
    function: Callable[..., Any], flowing: tuple[str, ...], careful: bool = False
) -> dict[str, Any]:
    return {"curve": ""} if careful else measure_curve(function, None, flowing)


def _follow_curve(
    recipe: Recipe,
    function: Callable[..., Any] | None,
    flowing: tuple[str, ...],
    careful: bool = False,
) -> dict[str, Any]:
    if careful or recipe.raises:
        return {"curve": ""}
    plain, arguments, _ = _call_of(recipe, function)
    return measure_curve(plain, arguments, flowing)


def _exists(name: str) -> bool:
    """True if this version has the name; methods have no module in their name: Tensor.numpy."""
    try:
        _find(name)
    except (AttributeError, ImportError):
        return False
    return True


def _find(name: str) -> Any:
    import keras
    import tensorflow as tf

    roots: dict[str, Any] = {"tf": tf, "keras": keras, "np": np, "math": math}
    roots |= {"builtins": builtins, "statistics": statistics}
    root, _, rest = name.partition(".")
    place = roots.get(root)
    if place is None:
        return None
    for part in rest.split("."):
        place = getattr(place, part)
    return place


def _follow(
    recipe: Recipe, function: Callable[..., Any] | None, careful: bool = False
) -> dict[str, Any]:
    """Measure a recipe; the child evaluates it, because that may run ops."""
    plain, arguments, converted = _call_of(recipe, function)
    if recipe.raises:
        return _failure(Call(plain, arguments))
    return measure(plain, arguments, converted, careful)


def _call_of(
    recipe: Recipe, function: Callable[..., Any] | None
) -> tuple[Callable[..., Any], dict[str, Any], Callable[..., Any] | None]:
    """Return the function of a recipe, its arguments, and the function as AutoGraph rewrites it."""
    names = values.namespace()
    values.restart()
    arguments = datafiles.evaluate(recipe, names)
    if recipe.expression:
        plain, converted = _from_file(recipe, list(arguments), names)
        return plain, arguments, converted
    return function or _find(recipe.name), arguments, None


def _follow_further(
    recipe: Recipe, function: Callable[..., Any] | None, careful: bool = False
) -> dict[str, Any]:
    values.restart()
    arguments = datafiles.evaluate(recipe, values.namespace())
    return measure_more(function or _find(recipe.name), arguments, careful)


def _failure(call: Call) -> dict[str, Any]:
    """Return the exception that the call itself ends in."""
    try:
        call.run(call.sources(call.arrays()))
    except Exception as error:
        seen = {"class": f"raises.{type(error).__name__}"}
        inputs = {name: dict(seen) for name in call.inputs()}
        return {"inputs": inputs, "result": "float", "at": "call", "example": repr(call)}
    return {"unclassified": "the recipe says that the call raises, and it does not"}


def _from_file(
    recipe: Recipe, given: list[str], names: dict[str, Any]
) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the expression as a function, and the same as AutoGraph rewrites it.

    AutoGraph reads the source, so the function has to come from a real file.
    """
    import tensorflow as tf

    source = f"def measured({', '.join(given)}):\n    return {recipe.expression}\n"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "measured_expression.py"
        path.write_text(source, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        vars(module).update({k: v for k, v in names.items() if k != "__builtins__"})
        measured: Callable[..., Any] = module.measured
        return measured, tf.autograph.to_graph(measured)


def _urgency(public: Public) -> tuple[int, str]:
    """Return a sort key that puts common functions first, in case a run is interrupted."""
    late = ("tf.experimental.", "keras.", "tf.keras.", "np.", "math.", "statistics.", "tf.compat.")
    rank = next((i + 1 for i, prefix in enumerate(late) if public.name.startswith(prefix)), 0)
    return rank, public.name


def select(whole: Plan, names: Iterable[str]) -> dict[str, pool.Work]:
    """Return the tasks of some canonical names, variants included."""
    wanted = set(names)
    return {
        key: task
        for key, task in whole.tasks.items()
        if whole.canonical(datafiles.bare_name(key)) in wanted
    }
