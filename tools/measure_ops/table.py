"""Put the table together: every public function measured, recipes and corrections applied."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tools.measure_ops import datafiles, pool, raw, tasks
from tools.measure_ops.datafiles import Recipe
from tools.measure_ops.lines import entry
from tools.measure_ops.measurements import measurement_lines
from tools.measure_ops.tasks import Plan

Records = dict[str, Any]


@dataclass(frozen=True)
class Table:
    lines: list[str]
    measurements: list[str]
    unclassified: dict[str, str]
    functions: int
    measured: int
    inherited: int  # old names without an entry, answered by their successor

    def reasons(self) -> list[str]:
        return [f"{name}: {why}" for name, why in self.unclassified.items()]

    def summary(self) -> str:
        """Return the numbers of lines that were measured, and of the others."""
        total = max(self.functions, 1)
        by_hand = self.functions - self.measured - self.inherited - len(self.unclassified)
        parts = {
            "measured": self.measured,
            "by hand": by_hand,
            "as their successor": self.inherited,
            "unclassified": len(self.unclassified),
        }
        shares = ", ".join(f"{n} {what} ({100 * n / total:.1f} %)" for what, n in parts.items())
        return f"{self.functions} public functions and members: {shares}"


def build(
    plan: Plan,
    old: Records,
    jobs: int,
    seconds: float,
    keep: Callable[[str, dict[str, Any]], None],
) -> Table:
    """Measure what `old` does not hold, or holds for another recipe, and make the lines."""
    texts = {recipe.key: recipe.text for recipe in plan.recipes}
    main = [recipe for recipe in plan.recipes if not recipe.when and not recipe.at]
    texts |= {f"{recipe.name}{tasks.MORE}": recipe.text for recipe in main}

    def keep_with_recipe(key: str, record: dict[str, Any]) -> None:
        keep(key, record | {"recipe": texts.get(key, "")})

    records = {
        key: old[key]
        for key in plan.tasks
        if key in old and old[key].get("recipe") == texts.get(key, "")
    }
    missing = [(key, task) for key, task in plan.tasks.items() if key not in records]
    records |= pool.run(missing, jobs, seconds, keep_with_recipe)
    return assemble(plan, records)


def assemble(plan: Plan, records: Records) -> Table:
    """Return the lines of the whole table; records of unknown names are ignored."""
    known_keys = {key: record for key, record in records.items() if key in plan.tasks}
    records = with_more(known_keys)
    written = datafiles.written_names()
    measured = lines_of(plan, records)
    names = {public.name for public in plan.publics}
    known = written | measured.keys() | {alias for p in plan.publics for alias in p.names[1:]}
    missing = {n for n in names - measured.keys() - written if not datafiles.is_written(n)}
    # an old name without an entry of its own is answered by its successor, see the wildcards
    inherited = {n for n in missing if n.startswith("tf.compat.v1.") and "tf." + n[13:] in known}
    unclassified = {
        name: records.get(name, {}).get("unclassified", "not measured")
        for name in missing - inherited
    }
    lines = [
        *datafiles.whole_lines(),
        *raw.lines(),
        *(line for name, line in measured.items() if name not in written),
    ]
    for public in plan.publics:
        if public.name in measured or public.name in written:
            lines.extend(
                f"{alias} = {public.name}"
                for alias in public.names[1:]
                if alias not in written and not datafiles.is_implied(alias, public.name)
            )
    counted = len((names & measured.keys()) - written)
    classified = {name: r for name, r in records.items() if "unclassified" not in r}
    return Table(
        lines,
        measurement_lines(plan, classified),
        unclassified,
        len(names),
        counted,
        len(inherited),
    )


def with_more(records: Records) -> Records:
    """Return each record together with what was measured of its other arguments."""
    main = {key: record for key, record in records.items() if not key.endswith(tasks.MORE)}
    for key, record in records.items():
        name = key.removesuffix(tasks.MORE)
        if key != name and "inputs" in record and "inputs" in main.get(name, {}):
            main[name] = main[name] | {"inputs": record["inputs"] | main[name]["inputs"]}
    return main


def lines_of(plan: Plan, records: Records) -> dict[str, str]:
    """Return the line of every canonical name that was measured, or that a correction describes."""
    corrections = {plan.canonical(c.name): c for c in datafiles.corrections()}
    by_name: dict[str, Recipe] = {}
    variants: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    faults: dict[str, list[str]] = {}
    found = {key: record for key, record in records.items() if " " not in key}
    for recipe in plan.recipes:
        name = plan.canonical(recipe.name)
        record = records.get(recipe.key)
        if record is None or "unclassified" in record:
            continue
        if recipe.at:
            wrong = [n for n, seen in record["inputs"].items() if _is_wrong(seen)]
            faults.setdefault(name, []).extend(f"{n}:{recipe.at}" for n in wrong)
        elif recipe.when:
            variants.setdefault(name, []).append((recipe.when, record))
        else:
            by_name[name] = recipe
            found[name] = record
            if recipe.name != name:
                found.pop(recipe.name, None)
    return {
        name: entry(
            name,
            record,
            by_name.get(name),
            variants.get(name, []),
            corrections.get(name),
            faults.get(name, []),
        )
        for name, record in sorted(found.items())
        if "unclassified" not in record
    }


def _is_wrong(seen: dict[str, Any]) -> bool:
    return bool(seen.get("wrong")) or seen["class"].startswith("lost")


def lines_for(wanted: list[str], jobs: int, seconds: float) -> list[str]:
    """Return the lines of a few names, or why there is none: for writing recipes."""
    plan = tasks.plan()
    names = [plan.canonical(name) for name in wanted]
    records = with_more(pool.run(tasks.select(plan, names).items(), jobs, seconds))
    lines = lines_of(plan, records)
    answers = []
    for name in names:
        failures = [
            f"{key}: {record['unclassified']}"
            for key, record in records.items()
            if plan.canonical(datafiles.bare_name(key)) == name and "unclassified" in record
        ]
        answers += [*filter(None, [lines.get(name)]), *failures] or [
            f"{name}: written by hand, or not public"
        ]
    return answers


def compare(stored: list[str], count: int, seed: int, jobs: int, seconds: float) -> list[str]:
    """Measure a random sample again (all when `count` is 0); what differs from the stored lines."""
    plan = tasks.plan()
    lines = {datafiles.name_of(line): line for line in stored if " = " not in line.split("(")[0]}
    keys = {plan.canonical(datafiles.bare_name(key)) for key in plan.tasks}
    names = sorted(name for name in keys if name in lines)
    if count:
        names = sorted(random.Random(seed).sample(names, min(count, len(names))))
    records = with_more(pool.run(tasks.select(plan, names).items(), jobs, seconds))
    again = lines_of(plan, records)
    return [
        f"- {lines[name]}\n+ {again.get(name, records.get(name))}"
        for name in names
        if again.get(name) != lines[name]
    ]
