"""The keys of a configuration: one table, for the parser, the schema and `tflintgrad config`.

A key of this table is a field of Settings; its default is that field's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tflintgrad.config.output_formats import output_formats
from tflintgrad.config.settings import Settings
from tflintgrad.config.value_types import (
    Codes,
    CodesByPattern,
    Count,
    Device,
    Flag,
    Number,
    OneOf,
    Patterns,
    SeverityByCode,
    Text,
    Version,
    Wrong,
    nearest,
)
from tflintgrad.config.verify_inputs import Inputs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tflintgrad.config.value_types import Kind

#: A table inside the table.
VERIFY = "verify"
_DAY = 86_400.0
_LARGEST_SEED = 2**31 - 1


class Key(NamedTuple):
    kind: Kind
    help: str
    unset: str = ""
    """What holds where nobody says anything, if that has no spelling."""


KEYS = {
    "select": Key(
        Codes(needed=True),
        "The rules to report, instead of those on by default.",
        unset="the rules that are on by default",
    ),
    "ignore": Key(Codes(), "Rules that are not reported; the more exact of this and select wins."),
    "extend-select": Key(Codes(), "Rules to report as well, such as TFG9, which is off."),
    "per-file-ignores": Key(CodesByPattern(), "Rules that are not reported in some files."),
    "severity": Key(SeverityByCode(), "How severe the findings of some rules are."),
    "exclude": Key(Patterns(), "Files and folders that are not searched, instead of the usual."),
    "extend-exclude": Key(Patterns(), "Files and folders that are not searched, either."),
    "force-exclude": Key(Flag(), "Leave out excluded files even if they are named."),
    "respect-gitignore": Key(Flag(), "Leave out what git ignores."),
    "unused-noqa": Key(Flag(), "Report a `# noqa` without codes that silences nothing, too."),
    "baseline": Key(
        Text(),
        "The file of findings that are known, which `tflintgrad baseline` writes.",
        unset="beside the configuration",
    ),
    "output-format": Key(OneOf(output_formats), "How findings are printed."),
    "tensorflow-version": Key(
        Version(),
        "The TensorFlow the code is for; by default the newest that was measured.",
        unset="the newest that was measured",
    ),
    "cache-dir": Key(Text(), "Where results and verdicts are remembered."),
    "time-limit": Key(
        Number(0.001, _DAY), "How many seconds of CPU time the analysis of a program may take."
    ),
    "verify.device": Key(Device(), "Where programs run: cpu, cpu:1, gpu, gpu:1 or auto."),
    "verify.timeout": Key(Number(0.1, _DAY), "How many seconds one run of a program may take."),
    "verify.jit": Key(Flag(), "Compile all traced functions with XLA."),
    "verify.only-confirmed": Key(Flag(), "Report only what TensorFlow confirmed."),
    "verify.directions": Key(
        Count(100), "In how many random directions a gradient is compared with the slope."
    ),
    "verify.seed": Key(
        Count(_LARGEST_SEED, least=0), "Where the random numbers of programs and stand-ins start."
    ),
    "verify.draws": Key(
        Count(100),
        "On how many draws of these numbers a finding is judged; one that shows it is enough.",
    ),
    "verify.inputs": Key(
        Inputs(),
        "What stands for inputs that are not known, by name: a value, or a range and shape.",
    ),
}


def read_table(table: Mapping[str, object], inside: str = "") -> dict[str, Any]:
    """The values of a table by key; raises Wrong for what is unknown or cannot be."""
    values: dict[str, Any] = {}
    for name, value in table.items():
        key = inside + name
        if key == VERIFY:
            if not isinstance(value, dict):
                raise Wrong(key, f"{key} must be a table")
            values.update(read_table(value, f"{VERIFY}."))
        elif key in KEYS:
            values[key] = KEYS[key].kind.read(key, value)
        else:
            raise Wrong(key, f"unknown key {key!r}{_meant(name, inside)}")
    return values


def _meant(name: str, inside: str) -> str:
    elsewhere = [key for key in KEYS if key.rpartition(".")[2] == name]
    if elsewhere:
        return f"; did you mean {elsewhere[0]!r}?"
    here = [key.removeprefix(inside) for key in KEYS if key.startswith(inside)]
    return nearest(name, [*here, VERIFY]) or f"; there is {', '.join(here)}"


def default_of(key: str) -> Any:
    value: Any = Settings()
    for part in key.replace("-", "_").split("."):
        value = getattr(value, part)
    return value
