"""From the options of a command, and the project's configuration, to the settings of a run."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from tflintgrad.engine.cache.storage import cache_folder
from tflintgrad.engine.cpu_count import default_jobs
from tflintgrad.frontends.cli.result_filters import adoption_from

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tflintgrad.config.resolver import ConfigurationResolver
    from tflintgrad.config.settings import Settings
    from tflintgrad.frontends.cli.verify import VerifySettings

ORIGIN = "command line"


def configured_by(options: Mapping[str, Any]) -> ConfigurationResolver:
    """The settings that a command's options and the project's files give."""
    from tflintgrad.config.resolver import configured

    file, table = _sources(options.get("config", ()))
    if file is not None and options.get("isolated"):
        raise click.UsageError("--isolated reads no file, so there is none to give with --config.")
    for key, value in _given(options).items():
        inner, _, name = key.rpartition(".")
        _add(table, {inner: {name: value}} if inner else {name: value})
    return configured(file, isolated=options.get("isolated", False), options=table, origin=ORIGIN)


def settings_near(path: str, options: Mapping[str, Any]) -> Settings:
    """Those of the files in a folder."""
    return configured_by(options).in_folder(os.path.abspath(path))


def _sources(values: Sequence[str]) -> tuple[str | None, dict[str, Any]]:
    """The file that --config names, and the table of the keys that it sets."""
    file: str | None = None
    table: dict[str, Any] = {}
    for value in values:
        if os.path.isfile(value) or "=" not in value:
            if file is not None:
                raise click.UsageError(f"--config names two files, {file} and {value}.")
            file = value
        else:
            _add(table, _inline(value))
    return file, table


def _inline(text: str) -> dict[str, Any]:
    from tflintgrad.config.files import parse_toml

    return dict(parse_toml(text, f"--config {text!r}"))


def _add(table: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(table.get(key), dict):
            _add(table[key], value)
        else:
            table[key] = value


#: Options that are keys of the same name, and those whose key is in a table.
_LISTS = ("exclude", "extend_exclude")
_CODES = ("select", "ignore", "extend_select")
_VALUES = (
    *("output_format", "tensorflow_version", "force_exclude", "respect_gitignore", "cache_dir"),
    "time_limit",
)
_FLAGS = ("unused_noqa",)
_VERIFY = ("device", "timeout", "jit", "only_confirmed", "seed", "draws")


def _given(options: Mapping[str, Any]) -> dict[str, Any]:
    """What the options say, by key; flags that were not given say nothing."""
    found: dict[str, Any] = {}
    for name in _LISTS:
        if options.get(name):
            found[_key(name)] = list(options[name])
    for name in _CODES:
        if options.get(name):
            found[_key(name)] = _spelt(options[name])
    for name in _VALUES:
        if options.get(name) not in (None, ""):
            found[_key(name)] = options[name]
    for name in _FLAGS:
        if options.get(name):
            found[_key(name)] = True
    for name in _VERIFY:
        value = options.get(name)
        if value is not None and value is not False:  # a seed of 0 is one
            found[f"verify.{_key(name)}"] = value.lower() if name == "device" else value
    if options.get("input"):
        found["verify.inputs"] = _inputs(options["input"])
    if options.get("per_file_ignores"):
        found["per-file-ignores"] = _by_pattern(options["per_file_ignores"])
    return found


def _key(name: str) -> str:
    return name.replace("_", "-")


def _spelt(codes: Sequence[str]) -> list[str]:
    """As a file has to spell them; on the command line, capitals do not matter."""
    from tflintgrad.knowledge.rules import rulebook

    known = {selector.casefold(): selector for selector in rulebook().selectors}
    return [known.get(code.casefold(), code) for code in codes]


def _inputs(texts: Sequence[str]) -> dict[str, Any]:
    """`x = 0.5`, with a value as in TOML."""
    from tflintgrad.config.files import parse_toml
    from tflintgrad.config.settings import ConfigurationError

    found: dict[str, Any] = {}
    for text in texts:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign or not name:
            raise click.UsageError(f"--input: {text!r} is not NAME=VALUE.")
        try:
            read = parse_toml(f"value = {value}", "--input")
        except ConfigurationError:
            read = {}
        if read.keys() != {"value"}:
            forms = "0.5, [0, 1] or {shape = [8, 3], low = 0.1}"
            raise click.UsageError(f"--input: {value!r} is not a value such as {forms}.")
        found[name] = read["value"]
    return found


def _by_pattern(words: Sequence[str]) -> dict[str, list[str]]:
    """`tests/*:TFG9,TFG2,*.ipynb:ALL`; a colon may also be part of the pattern."""
    found: dict[str, list[str]] = {}
    pattern = ""
    for word in words:
        before, colon, code = word.rpartition(":")
        pattern = before if colon else pattern
        if not pattern:
            raise click.UsageError(f"--per-file-ignores: {word!r} is not PATTERN:CODE.")
        found.setdefault(pattern, []).extend(_spelt([code]))
    return found


def run_with(options: dict[str, Any], *, verify: bool) -> int:
    """What `check` and `verify` do with their options."""
    from tflintgrad.frontends.cli.check import run_check

    configured = configured_by(options)
    here = configured.in_folder(os.getcwd())
    run = run_check
    if options.get("profile"):
        from tflintgrad.frontends.cli.profile import profiled

        run = profiled(run)
    return run(
        options["paths"] or (os.curdir,),
        configured,
        output_format=here.output_format,
        statistics=options["statistics"],
        exit_zero=options["exit_zero"],
        stdin_filename=options["stdin_filename"],
        output_file=options["output_file"],
        columns=options["column_unit"],
        jobs=options["jobs"] or default_jobs(),
        prefilter=not options.get("no_prefilter"),
        verify=verify_settings(options, here) if verify else None,
        adoption=adoption_from(options, here, verify=verify),
        cache=None if options["no_cache"] else cache_folder(here.cache_dir),
    )


def verify_settings(options: dict[str, Any], settings: Settings) -> VerifySettings:
    from tflintgrad.frontends.cli.verify import VerifySettings

    return VerifySettings(
        **asdict(settings.verify),
        unsafe=options["unsafe_no_sandbox"],
        cache=not options["no_cache"],
        cache_dir=settings.cache_dir,
        tensorflow_version=settings.tensorflow_version,
        command=options.get("command", ()),
    )
