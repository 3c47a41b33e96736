"""The differences of another TensorFlow version: the lines that change the base table.

name(argument:class)     this entry instead of the base's, or one the base does not have
name = -                 the function does not exist there
"""

from __future__ import annotations

from tools.measure_ops import datafiles
from tools.measure_ops.tasks import PYTHON, Plan

ABSENT = "-"


def differences(base: list[str], lines: list[str], plan: Plan) -> list[str]:
    """Return the lines of this version that differ from the base, sorted.

    A function may have another canonical name there. It is compared with the base's entry for any
    of its names, and gets the name of that entry.
    """
    old = _by_name(base)
    known = _aliases(base)
    new = _by_name(lines)
    written = datafiles.written_names()
    existing = set(new) | _aliases(lines).keys()
    existing |= {name for public in plan.publics for name in public.names}
    found: list[str] = []
    told: set[str] = set()
    aliases = {public.name: public.names for public in plan.publics}
    for name, line in new.items():
        if name.startswith(PYTHON) or name in written:
            continue
        names = aliases.get(name, (name,))
        counterpart = next((known.get(n, n) for n in names if known.get(n, n) in old), name)
        if counterpart in told:
            counterpart = name  # several functions there that are one function in the base
        told.add(counterpart)
        printed = line[len(name) :]
        if counterpart not in old or old[counterpart][len(counterpart) :] != printed:
            found.append(counterpart + printed)
        found.extend(
            f"{alias} = {counterpart}"
            for alias in names
            if alias not in old
            and alias not in known
            and alias != counterpart
            and not datafiles.is_implied(alias, counterpart)
        )
    names_of_base: dict[str, set[str]] = {name: {name} for name in old}
    for alias, name in known.items():
        names_of_base.setdefault(name, set()).add(alias)
    found.extend(
        f"{name} = {ABSENT}"
        for name in old
        if not name.startswith(PYTHON)
        and name not in written
        and not datafiles.is_written(name)
        and not names_of_base[name] & existing
        and name not in told
    )
    return sorted(found)


def _by_name(lines: list[str]) -> dict[str, str]:
    entries = (line for line in lines if "(" in line and " = " not in line.split("(")[0])
    return {datafiles.name_of(line): line for line in entries if not line.startswith("#")}


def _aliases(lines: list[str]) -> dict[str, str]:
    pairs = (line.split(" = ") for line in lines if " = " in line.split("(")[0])
    return {pair[0]: pair[1] for pair in pairs if not pair[0].startswith("#")}
