"""Put the table together: every public function measured, recipes and corrections applied."""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from tools.measure_ops import datafiles, pool, surface, values
from tools.measure_ops.datafiles import Recipe
from tools.measure_ops.measure import measure
from tools.measure_ops.write import entry


@dataclass(frozen=True)
class Table:
    lines: list[str]
    records: dict[str, Any]
    unclassified: dict[str, str]
    functions: int

    def summary(self) -> str:
        known = self.functions - len(self.unclassified)
        share = 100.0 * known / max(self.functions, 1)
        return f"{self.functions} public functions, {known} classified ({share:.1f} %)"


def build(
    old: dict[str, Any], jobs: int, seconds: float, keep: Callable[[str, dict[str, Any]], None]
) -> Table:
    """Measure what `old` does not hold, and make the lines."""
    publics = surface.public_functions()
    recipes = datafiles.recipes()
    tasks = work(publics, recipes)
    missing = [(key, task) for key, task in tasks.items() if key not in old]
    records = {key: old[key] for key in tasks if key in old}
    records |= pool.run(missing, jobs, seconds, keep)
    return assemble(publics, recipes, records)


def work(
    publics: list[surface.Public], recipes: list[Recipe]
) -> dict[str, Callable[[], dict[str, Any]]]:
    """What to measure, by key: a name, or a name and the condition of a variant."""
    functions = {public.name: public.function for public in publics}
    canonical = {name: public.name for public in publics for name in public.names}
    tasks: dict[str, Callable[[], dict[str, Any]]] = {}
    for recipe in recipes:
        name = canonical.get(recipe.name, recipe.name)
        tasks[recipe.key] = partial(follow, recipe, functions.get(name))
    followed = {canonical.get(r.name, r.name) for r in recipes if not r.when}
    written = {line.split("(")[0].split(" ")[0] for line in datafiles.whole_lines()}
    for public in sorted(publics, key=_urgency):
        if public.name not in followed and not written & set(public.names):
            tasks[public.name] = partial(measure, public.function)
    return tasks


def follow(recipe: Recipe, function: Callable[..., Any] | None) -> dict[str, Any]:
    """Measure as a recipe says (in the child: evaluating it may run ops)."""
    names = values.namespace()
    values.restart()
    arguments = datafiles.evaluate(recipe, names)
    if recipe.expression:
        code = compile(recipe.expression, recipe.name, "eval")
        return measure(lambda **given: eval(code, {**names, **given}), arguments)  # noqa: S307
    return measure(function or _outside(recipe.name), arguments)


def _outside(name: str) -> Callable[..., Any]:
    """Functions that are not TensorFlow's: builtins, math, NumPy."""
    root, _, rest = name.partition(".")
    place: Any = {"builtins": builtins, "math": math, "np": np}[root]
    for part in rest.split("."):
        place = getattr(place, part)
    found: Callable[..., Any] = place
    return found


def assemble(
    publics: list[surface.Public], recipes: list[Recipe], records: dict[str, Any]
) -> Table:
    canonical = {name: public.name for public in publics for name in public.names}
    corrections = {canonical.get(c.name, c.name): c for c in datafiles.corrections()}
    by_name: dict[str, Recipe] = {}
    variants: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    for recipe in recipes:
        name = canonical.get(recipe.name, recipe.name)
        record = records.get(recipe.key, {"unclassified": "not measured"})
        if recipe.when:
            if "unclassified" not in record:
                variants.setdefault(name, []).append((recipe.when, record))
        else:
            by_name[name] = recipe
            records.setdefault(name, record)
    lines = list(datafiles.whole_lines())
    written = {line.split("(")[0].split(" ")[0] for line in lines}
    unclassified: dict[str, str] = {}
    names = {public.name for public in publics} | set(by_name)
    for name in sorted(names - written):
        record = records.get(name, {"unclassified": "not measured"})
        if "unclassified" in record and name not in corrections:
            unclassified[name] = record["unclassified"]
            continue
        recipe_of = by_name.get(name)
        lines.append(
            entry(name, record, recipe_of, variants.get(name, []), corrections.get(name))
        )
    for public in publics:
        if public.name in unclassified:
            continue
        for alias in public.names[1:]:
            if alias not in written and not _implied(alias, public.name):
                lines.append(f"{alias} = {public.name}")
    return Table(lines, records, unclassified, len(names))


def _implied(alias: str, name: str) -> bool:
    """Aliases that a wildcard line already covers."""
    return (
        alias.removeprefix("tf.compat.v1.") == name.removeprefix("tf.")
        or alias.removeprefix("tf.") == name
    )


def _urgency(public: surface.Public) -> tuple[int, str]:
    """What people use most is measured first, so that an interrupted run has it."""
    late = ("tf.experimental.", "keras.", "tf.keras.", "tf.compat.")
    rank = next((i + 1 for i, prefix in enumerate(late) if public.name.startswith(prefix)), 0)
    return rank, public.name
