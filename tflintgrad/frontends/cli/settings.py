"""The settings of a command: options that set keys of the configuration, over the project's files.

An option that stands for a key is declared once, as a `KeyOption`. Commands do not get its value as
an argument, but as part of the settings that `configured_by_options` returns.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tflintgrad.config.resolver import ConfigurationResolver
    from tflintgrad.config.settings import Settings

#: The name of the command line in messages, and in the output of `tflintgrad config`.
ORIGIN = "command line"

#: Where a click context holds the values of KeyOptions by key, and those of source options by name.
_KEYS = f"{__name__}.keys"
_SOURCES = f"{__name__}.sources"


class KeyOption(click.Option):
    """An option that sets the key `key` of the configuration, to what `convert` makes of it."""

    def __init__(
        self,
        *arguments: Any,
        key: str,
        convert: Callable[[Any], object] | None = None,
        **attributes: Any,
    ) -> None:
        # A flag that is not given is None, not False: it must not override a file.
        super().__init__(*arguments, expose_value=False, **{"default": None, **attributes})
        self.key = key
        self._convert = convert

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """Store a value that the user gave under its key."""
        value = super().process_value(ctx, value)
        if value not in (None, "", ()):
            converted = value if self._convert is None else self._convert(value)
            ctx.meta.setdefault(_KEYS, {})[self.key] = converted
        return value


def note_source(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """Store an option that says where settings come from, for `configured_by_options`."""
    ctx.meta.setdefault(_SOURCES, {})[param.name] = value


def use_plugins() -> None:
    """Add the rules of installed packages, for a command that reads no other settings."""
    from tflintgrad.config.plugins import use_installed_plugins

    context = click.get_current_context(silent=True)  # there is none while a shell completes
    if context is None or not context.meta.get(_SOURCES, {}).get("isolated", False):
        use_installed_plugins()


def options_given(section: str) -> list[str]:
    """Return the options of the running command that the user gave for keys of a section."""
    context = click.get_current_context()
    given = context.meta.get(_KEYS, {})
    keyed = [param for param in context.command.params if isinstance(param, KeyOption)]
    return [p.opts[0] for p in keyed if p.key in given and p.key.startswith(f"{section}.")]


def configured_by_options() -> ConfigurationResolver:
    """Return the settings of the running command: its options over the project's configuration."""
    from tflintgrad.config.resolver import configured

    meta = click.get_current_context().meta
    sources = meta.get(_SOURCES, {})
    isolated = sources.get("isolated", False)
    file, table = _sources(sources.get("config", ()))
    if file is not None and isolated:
        raise click.UsageError("--isolated reads no file; do not name one with --config.")
    for key, value in meta.get(_KEYS, {}).items():
        inner, _, name = key.rpartition(".")
        _merge(table, {inner: {name: value}} if inner else {name: value})
    return configured(file, isolated=isolated, options=table, origin=ORIGIN)


def settings_for_folder(path: str) -> Settings:
    """Return the settings of the running command for files in the folder `path`."""
    return configured_by_options().in_folder(os.path.abspath(path))


def _sources(values: Sequence[str]) -> tuple[str | None, dict[str, Any]]:
    """Return the file that `--config` names, and a table of the keys that it sets."""
    file: str | None = None
    table: dict[str, Any] = {}
    for value in values:
        if os.path.isfile(value) or "=" not in value:
            if file is not None:
                raise click.UsageError(f"--config names two files, {file} and {value}.")
            file = value
        else:
            from tflintgrad.config.files import parse_toml

            _merge(table, parse_toml(value, f"--config {value!r}"))
    return file, table


def _merge(table: dict[str, Any], other: Mapping[str, Any]) -> None:
    """Add the entries of `other`, table by table."""
    for key, value in other.items():
        if isinstance(value, dict) and isinstance(table.get(key), dict):
            _merge(table[key], value)
        else:
            table[key] = value


def comma_separated(values: Sequence[str]) -> list[str]:
    """Split values at commas, and drop empty words."""
    words = (word.strip() for value in values for word in value.split(","))
    return [word for word in words if word]


def patterns(values: Sequence[str]) -> list[str]:
    """Split values at commas, except those in `{a,b}`."""
    import re

    words = (word.strip() for value in values for word in re.split(r",(?![^{]*\})", value))
    return [word for word in words if word]


def rule_selectors(values: Sequence[str]) -> list[str]:
    """Return comma-separated rule selectors in their exact spelling; case does not matter here."""
    return _exact(comma_separated(values))


def _exact(selectors: Sequence[str]) -> list[str]:
    from tflintgrad.knowledge.rules import rulebook

    known = {selector.casefold(): selector for selector in rulebook().selectors}
    return [known.get(selector.casefold(), selector) for selector in selectors]


def ignores_by_pattern(values: Sequence[str]) -> dict[str, list[str]]:
    """Parse `tests/*:TFG9,TFG2,*.ipynb:ALL`; a pattern may contain colons, too."""
    found: dict[str, list[str]] = {}
    pattern = ""
    for word in patterns(values):
        before, colon, selector = word.rpartition(":")
        pattern = before if colon else pattern
        if not pattern:
            raise click.UsageError(f"--per-file-ignores: {word!r} is not PATTERN:CODE.")
        found.setdefault(pattern, []).extend(_exact([selector]))
    return found


def input_values(values: Sequence[str]) -> dict[str, Any]:
    """Parse `NAME = VALUE` pairs, with values as in TOML."""
    from tflintgrad.config.files import parse_toml
    from tflintgrad.config.settings import ConfigurationError

    found: dict[str, Any] = {}
    for text in values:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign or not name:
            raise click.UsageError(f"--input: {text!r} is not NAME=VALUE.")
        try:
            table = parse_toml(f"value = {value}", "--input")
        except ConfigurationError:
            table = {}
        if table.keys() != {"value"}:
            forms = "0.5, [0, 1] or {shape = [8, 3], low = 0.1}"
            raise click.UsageError(f"--input: {value!r} is not a value such as {forms}.")
        found[name] = table["value"]
    return found


def known_version(version: str) -> str:
    """Return `version`; raise if that TensorFlow was not measured."""
    from tflintgrad.knowledge.op_table import UnknownVersion, check_version

    try:
        check_version(version)
    except UnknownVersion as problem:
        raise click.ClickException(f"--tensorflow-version: {problem}") from None
    return version
