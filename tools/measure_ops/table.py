"""Put the table together: every public function measured, recipes and corrections applied."""

from __future__ import annotations

import builtins
import importlib.util
import math
import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from tools.measure_ops import datafiles, pool, raw, surface, values
from tools.measure_ops.datafiles import Recipe
from tools.measure_ops.measure import measure
from tools.measure_ops.write import entry


@dataclass(frozen=True)
class Table:
    lines: list[str]
    records: dict[str, Any]
    unclassified: dict[str, str]
    functions: int
    measured: int
    inherited: int  # old names without an entry, answered by their successor

    def summary(self) -> str:
        """Measured and written by hand apart: only the first is evidence."""
        total = max(self.functions, 1)
        by_hand = self.functions - self.measured - self.inherited - len(self.unclassified)
        parts = {
            "measured": self.measured,
            "by hand": by_hand,
            "as their successor": self.inherited,
            "unclassified": len(self.unclassified),
        }
        shares = ", ".join(f"{n} {what} ({100 * n / total:.1f} %)" for what, n in parts.items())
        return f"{self.functions} public functions: {shares}"


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


def work(publics: list[surface.Public], recipes: list[Recipe]) -> dict[str, pool.Work]:
    """What to measure, by key: a name, or a name and the condition of a variant."""
    functions = {public.name: public.function for public in publics}
    canonical = {name: public.name for public in publics for name in public.names}
    tasks: dict[str, pool.Work] = {}
    for recipe in recipes:
        name = canonical.get(recipe.name, recipe.name)
        tasks[recipe.key] = partial(follow, recipe, functions.get(name))
    followed = {canonical.get(r.name, r.name) for r in recipes if not r.when}
    written = {_name_of(line) for line in datafiles.whole_lines()}
    for public in sorted(publics, key=_urgency):
        if public.name not in followed and not written & set(public.names):
            tasks[public.name] = partial(measure, public.function)
    return tasks


def follow(
    recipe: Recipe, function: Callable[..., Any] | None, careful: bool = False
) -> dict[str, Any]:
    """Measure as a recipe says (in the child: evaluating it may run ops)."""
    names = values.namespace()
    values.restart()
    arguments = datafiles.evaluate(recipe, names)
    if recipe.expression:
        plain, converted = _from_file(recipe, list(arguments), names)
        return measure(plain, arguments, converted, careful)
    return measure(function or _outside(recipe.name), arguments, careful=careful)


def _from_file(
    recipe: Recipe, given: list[str], names: dict[str, Any]
) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """The expression as a function, and the same as AutoGraph rewrites it.

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
    """The lines of the whole table from the records; records of anything else are ignored."""
    wanted = work(publics, recipes)
    records = {key: record for key, record in records.items() if key in wanted}
    whole = datafiles.whole_lines()
    written = {_name_of(line) for line in whole}
    measured = lines_of(publics, recipes, records)
    names = {public.name for public in publics}
    known = written | measured.keys() | {alias for p in publics for alias in p.names[1:]}
    missing = names - measured.keys() - written
    # an old name without an entry of its own is answered by its successor, see the wildcards
    inherited = {n for n in missing if n.startswith("tf.compat.v1.") and "tf." + n[13:] in known}
    unclassified = {
        name: records.get(name, {}).get("unclassified", "not measured")
        for name in missing - inherited
    }
    lines = [
        *whole,
        *raw.lines(),
        *(line for name, line in measured.items() if name not in written),
    ]
    for public in publics:
        if public.name in measured or public.name in written:
            lines.extend(
                f"{alias} = {public.name}"
                for alias in public.names[1:]
                if alias not in written and not _implied(alias, public.name)
            )
    counted = len((names & measured.keys()) - written)
    return Table(lines, records, unclassified, len(names), counted, len(inherited))


def lines_of(
    publics: list[surface.Public], recipes: list[Recipe], records: dict[str, Any]
) -> dict[str, str]:
    """The line of every canonical name that was measured, or that a correction describes."""
    canonical = {name: public.name for public in publics for name in public.names}
    corrections = {canonical.get(c.name, c.name): c for c in datafiles.corrections()}
    by_name: dict[str, Recipe] = {}
    variants: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    found = {key: record for key, record in records.items() if " when " not in key}
    for recipe in recipes:
        name = canonical.get(recipe.name, recipe.name)
        record = records.get(recipe.key)
        if record is None or "unclassified" in record:
            continue
        if recipe.when:
            variants.setdefault(name, []).append((recipe.when, record))
        else:
            by_name[name] = recipe
            found[name] = record
            if recipe.name != name:
                del found[recipe.name]
    return {
        name: entry(name, record, by_name.get(name), variants.get(name, []), corrections.get(name))
        for name, record in sorted(found.items())
        if "unclassified" not in record
    }


def compare(stored: list[str], count: int, seed: int, jobs: int, seconds: float) -> list[str]:
    """Measure a random sample again (all when `count` is 0); what differs from the stored lines."""
    publics = surface.public_functions()
    recipes = datafiles.recipes()
    tasks = work(publics, recipes)
    lines = {_name_of(line): line for line in stored if " = " not in line.split("(")[0]}
    canonical = {name: public.name for public in publics for name in public.names}
    keys: dict[str, list[str]] = {}
    for key in tasks:
        name = key.split(" when ")[0]
        keys.setdefault(canonical.get(name, name), []).append(key)
    names = sorted(name for name in keys if name in lines)
    if count:
        names = sorted(random.Random(seed).sample(names, min(count, len(names))))
    records = pool.run([(key, tasks[key]) for n in names for key in keys[n]], jobs, seconds)
    again = lines_of(publics, recipes, records)
    return [
        f"- {lines[name]}\n+ {again.get(name, records.get(name))}"
        for name in names
        if again.get(name) != lines[name]
    ]


def _name_of(line: str) -> str:
    return line.split("(")[0].split(" ")[0]


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
