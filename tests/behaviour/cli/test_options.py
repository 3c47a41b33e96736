"""Every option of the command line has an effect: it sets a key, or its command reads it."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import click
import pytest

from tflintgrad.config.keys import KEYS
from tflintgrad.config.settings import Settings
from tflintgrad.frontends.cli import check_run
from tflintgrad.frontends.cli.check_run import CheckOptions
from tflintgrad.frontends.cli.entry import cli
from tflintgrad.frontends.cli.settings import KeyOption, configured_by_options, note_source

#: Arguments that set a key to something else than its default.
ARGUMENTS = {
    "select": ["--select", "tfg2"],
    "ignore": ["--ignore", "TFG201,TFG3"],
    "extend-select": ["--extend-select", "TFG9"],
    "tensorflow-version": ["--tensorflow-version", "2.15"],
    "exclude": ["--exclude", "a.py"],
    "extend-exclude": ["--extend-exclude", "a.py,{b,c}.py"],
    "force-exclude": ["--force-exclude"],
    "respect-gitignore": ["--no-respect-gitignore"],
    "per-file-ignores": ["--per-file-ignores", "a.py:TFG2"],
    "unsafe-fixes": ["--unsafe-fixes"],
    "fixable": ["--fixable", "TFG1"],
    "unfixable": ["--unfixable", "TFG2"],
    "unused-noqa": ["--unused-noqa"],
    "output-format": ["--output-format", "json"],
    "cache-dir": ["--cache-dir", "elsewhere"],
    "time-limit": ["--time-limit", "5"],
    "verify.device": ["--device", "GPU:1"],
    "verify.timeout": ["--timeout", "5"],
    "verify.jit": ["--jit"],
    "verify.only-confirmed": ["--only-confirmed"],
    "verify.seed": ["--seed", "7"],
    "verify.draws": ["--draws", "3"],
    "verify.inputs": ["--input", "rate = 0.5"],
}
#: Arguments that a command needs in any case.
NEEDED = {"graph": ["a.py:1"], "repro": ["a.py:1"], "op": ["tf.exp"], "completion": ["bash"]}
#: Options with the name of a key that are none: `check` needs to know if a baseline was named.
NO_KEYS = {"baseline"}


def command_named(name: str) -> click.Command:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    return command


def options_of(name: str) -> list[click.Option]:
    return [item for item in command_named(name).params if isinstance(item, click.Option)]


COMMANDS = cli.list_commands(click.Context(cli))
KEY_OPTIONS = [
    pytest.param(name, option, id=f"{name} {option.opts[0]}")
    for name in COMMANDS
    for option in options_of(name)
    if isinstance(option, KeyOption)
]


def settings_with(command: str, arguments: list[str]) -> Settings:
    words = [*NEEDED.get(command, []), *arguments]
    with command_named(command).make_context(command, words):
        return configured_by_options().in_folder(str(Path.cwd()))


def value_in(settings: Settings, key: str) -> object:
    value: object = settings
    for part in key.replace("-", "_").split("."):
        value = getattr(value, part)
    return value


@pytest.mark.parametrize(("command", "option"), KEY_OPTIONS)
def test_the_option_sets_its_key_and_no_other(
    command: str, option: KeyOption, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert option.key in KEYS
    before = settings_with(command, [])
    after = settings_with(command, ARGUMENTS[option.key])
    changed = {key for key in KEYS if value_in(before, key) != value_in(after, key)}
    assert changed == {option.key}


@pytest.mark.parametrize("key", ARGUMENTS)
@pytest.mark.parametrize("command", ["check", "verify"])
def test_check_and_verify_can_set_the_key(command: str, key: str) -> None:
    assert [item for item in options_of(command) if isinstance(item, KeyOption) and item.key == key]


@pytest.mark.parametrize("command", ["check", "verify"])
class TestOtherOptions:
    def test_none_has_the_name_of_a_key(self, command: str) -> None:
        names = {
            name.lstrip("-")
            for option in options_of(command)
            if not isinstance(option, KeyOption)
            for name in option.opts
        }
        assert names & {key.removeprefix("verify.") for key in KEYS} <= NO_KEYS

    def test_each_has_a_reader(self, command: str) -> None:
        function = command_named(command).callback
        assert function is not None
        parameters = set(inspect.signature(function).parameters)
        for item in command_named(command).params:
            if item.expose_value:
                assert item.name in parameters or item.name in CheckOptions._fields, item
            else:
                assert isinstance(item, KeyOption) or item.callback is note_source, item


def test_every_field_of_the_options_is_read() -> None:
    tree = ast.parse(inspect.getsource(check_run))
    read = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert set(CheckOptions._fields) <= read


def test_an_option_without_a_field_is_an_error() -> None:
    with pytest.raises(TypeError):
        CheckOptions(nonsense=True)  # type: ignore[call-arg]  # what click would pass
