"""The keys of a configuration: one table for the parser, the schema and `tflintgrad config`.

Each key is a field of Settings and has that field's default.
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
    InvalidValue,
    Number,
    OneOf,
    Patterns,
    SeverityByCode,
    Text,
    Version,
    did_you_mean,
)
from tflintgrad.config.verify_input_types import Inputs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tflintgrad.config.value_types import ValueType

#: The key of the nested table.
VERIFY = "verify"
_DAY = 86_400.0
_LARGEST_SEED = 2**31 - 1


class Key(NamedTuple):
    """One key: the type of its value, and its description for users."""

    value_type: ValueType
    help: str
    unset: str = ""
    """A description of the default, if no value stands for it."""


KEYS = {
    "select": Key(
        Codes(required=True),
        "The rules to report, instead of the default ones.",
        unset="the default rules",
    ),
    "ignore": Key(Codes(), "Rules not to report; the more exact of this and select wins."),
    "extend-select": Key(Codes(), "Additional rules to report, such as TFG9, which is off."),
    "per-file-ignores": Key(CodesByPattern(), "Rules not to report in some files."),
    "severity": Key(SeverityByCode(), "The severity of some rules."),
    "exclude": Key(Patterns(), "Files and folders to skip, instead of the default ones."),
    "extend-exclude": Key(Patterns(), "Additional files and folders to skip."),
    "force-exclude": Key(Flag(), "Skip excluded files even if the command line names them."),
    "respect-gitignore": Key(Flag(), "Skip files and folders that git ignores."),
    "fixable": Key(Codes(), "The rules whose findings `--fix` may correct."),
    "unfixable": Key(
        Codes(), "Rules whose findings are not corrected; the more exact of this and fixable wins."
    ),
    "unsafe-fixes": Key(Flag(), "Also apply fixes that may change more than a gradient."),
    "unused-noqa": Key(Flag(), "Also report an unused `# noqa` without codes."),
    "baseline": Key(
        Text(),
        "The file of known findings, which `tflintgrad baseline` writes.",
        unset="beside the configuration",
    ),
    "output-format": Key(OneOf(output_formats), "The format of the output."),
    "tensorflow-version": Key(
        Version(),
        "The TensorFlow version of the code; by default what the project requires, or the newest.",
        unset="the newest in the op table",
    ),
    "rules": Key(
        Text(),
        "A folder whose ops.txt says what functions of your own libraries do to a gradient.",
        unset="none",
    ),
    "cache-dir": Key(Text(), "The folder for cached results and verdicts."),
    "time-limit": Key(
        Number(0.001, _DAY), "The limit for the analysis of one program, in seconds of CPU time."
    ),
    "verify.device": Key(Device(), "The device that runs programs: cpu, cpu:1, gpu, gpu:1, auto."),
    "verify.timeout": Key(Number(0.1, _DAY), "The limit for one run of a program, in seconds."),
    "verify.jit": Key(Flag(), "Compile all traced functions with XLA."),
    "verify.only-confirmed": Key(Flag(), "Report only findings that TensorFlow confirmed."),
    "verify.directions": Key(
        Count(100), "The number of random directions in which a gradient is compared."
    ),
    "verify.seed": Key(
        Count(_LARGEST_SEED, least=0), "The random seed of programs and placeholders."
    ),
    "verify.draws": Key(
        Count(100),
        "The number of random draws on which a finding is judged; one can confirm it.",
    ),
    "verify.inputs": Key(
        Inputs(),
        "Placeholders for unknown inputs, by name: a value, or a range and a shape.",
    ),
}


def read_table(table: Mapping[str, object], prefix: str = "") -> dict[str, Any]:
    """Return the values of a table by key; raise InvalidValue for an unknown key or bad value."""
    values: dict[str, Any] = {}
    for name, value in table.items():
        key = prefix + name
        if key == VERIFY:
            if not isinstance(value, dict):
                raise InvalidValue(key, f"{key} must be a table")
            values.update(read_table(value, f"{VERIFY}."))
        elif key in KEYS:
            values[key] = KEYS[key].value_type.read(key, value)
        else:
            raise InvalidValue(key, f"unknown key {key!r}{_hint(name, prefix)}")
    return values


def _hint(name: str, prefix: str) -> str:
    """Suggest a key for an unknown name: of another table, of similar spelling, or all keys."""
    elsewhere = [key for key in KEYS if key.rpartition(".")[2] == name]
    if elsewhere:
        return f"; did you mean {elsewhere[0]!r}?"
    here = [key.removeprefix(prefix) for key in KEYS if key.startswith(prefix)]
    return did_you_mean(name, [*here, VERIFY]) or f"; known keys: {', '.join(here)}"


def default_of(key: str) -> Any:
    """Return the default value of a key."""
    value: Any = Settings()
    for part in key.replace("-", "_").split("."):
        value = getattr(value, part)
    return value
