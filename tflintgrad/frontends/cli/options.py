"""The options of the commands, each declared once."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tflintgrad import limits
from tflintgrad.config.output_formats import output_formats
from tflintgrad.config.settings import DEFAULT_FORMAT
from tflintgrad.frontends.cli.settings import (
    KeyOption,
    comma_separated,
    ignores_by_pattern,
    input_values,
    known_version,
    note_source,
    patterns,
    rule_selectors,
    use_plugins,
)
from tflintgrad.output.columns import COLUMN_UNITS

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.shell_completion import CompletionItem

    _Decorator = Callable[[Any], Any]

_Command = TypeVar("_Command", bound="Callable[..., Any]")


def _path_steps(_context: click.Context, _option: click.Parameter, most: int) -> int:
    if most in (1, 2):
        raise click.BadParameter("a path has a source, a cut and a target: 0 for all, or 3 or more")
    return most


def with_options(*groups: list[_Decorator], hidden: bool = False) -> Callable[[_Command], _Command]:
    """Return a decorator that gives a command these options; `--help` does not list hidden ones."""

    def decorate(command: _Command) -> _Command:
        known = len(getattr(command, "__click_params__", ()))
        for option in reversed([option for group in groups for option in group]):
            command = option(command)
        # click's own attribute, which its types do not declare
        added = command.__click_params__[known:]  # type: ignore[attr-defined]
        for parameter in added if hidden else ():
            parameter.hidden = True
        return command

    return decorate


def split_at_commas(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Split the values of an option that is no key of the configuration."""
    return tuple(comma_separated(values))


def complete_rules(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the rule codes, or else names, that the last word of a list may become."""
    from click.shell_completion import CompletionItem

    from tflintgrad.config.settings import ConfigurationError
    from tflintgrad.knowledge.rules import rulebook

    with suppress(ConfigurationError):
        use_plugins()
    before, comma, last = incomplete.rpartition(",")
    found = []
    for code, name in rulebook().names.items():
        if code.startswith(last.upper()):
            found.append(CompletionItem(before + comma + code, help=name))
        elif name.startswith(last):
            found.append(CompletionItem(before + comma + name, help=code))
    return found


def _key(key: str, *names: str, **attributes: Any) -> _Decorator:
    return click.option(*names, cls=KeyOption, key=key, **attributes)


def _selectors(key: str, text: str) -> _Decorator:
    return _key(
        key,
        f"--{key}",
        multiple=True,
        metavar="CODES",
        convert=rule_selectors,
        shell_complete=complete_rules,
        help=text,
    )


def _excluded(key: str, text: str) -> _Decorator:
    return _key(key, f"--{key}", multiple=True, metavar="PATTERNS", convert=patterns, help=text)


TENSORFLOW_VERSION = _key(
    "tensorflow-version",
    "--tensorflow-version",
    metavar="VERSION",
    convert=known_version,
    help="The TensorFlow the code is for, such as 2.15; by default the newest measured one.",
)

#: Output formats of commands that print tables or pages about rules.
PAGE_FORMAT = click.option(
    "--output-format",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="The format to print.",
)

ISOLATED = click.option(
    "--isolated",
    is_flag=True,
    expose_value=False,
    callback=note_source,
    help="Read no configuration file, and use no plugin.",
)

#: Where settings come from.
SOURCE_OPTIONS = [
    click.option(
        "--config",
        multiple=True,
        metavar="FILE|KEY=VALUE",
        expose_value=False,
        callback=note_source,
        help="Use this TOML file for all files; or set one key, such as 'verify.timeout = 5'.",
    ),
    ISOLATED,
]

#: Which rules are reported.
RULE_OPTIONS = [
    _selectors(
        "select",
        "Report only these rules: codes, prefixes (TFG2), names or ALL; comma-separated.",
    ),
    _selectors(
        "ignore", "Do not report these rules. The more exact of --select and --ignore wins."
    ),
    _selectors(
        "extend-select", "Report these rules as well, such as TFG9, which is off by default."
    ),
    TENSORFLOW_VERSION,
]

#: Which files are checked, and which rules are reported in some of them.
FILE_OPTIONS = [
    _excluded("exclude", "Files and folders to skip, instead of .venv, build and the like."),
    _excluded("extend-exclude", "Additional files and folders to skip."),
    _key(
        "force-exclude",
        "--force-exclude/--no-force-exclude",
        help="Skip excluded files even if they are named; for hooks, which name all files.",
    ),
    _key(
        "respect-gitignore",
        "--respect-gitignore/--no-respect-gitignore",
        help="Skip files that git ignores; this is the default.",
    ),
    _key(
        "per-file-ignores",
        "--per-file-ignores",
        multiple=True,
        metavar="PATTERN:CODES",
        convert=ignores_by_pattern,
        help="Do not report these rules in files that match the pattern.",
    ),
]

#: Options of `check` and `verify` about the run and its report.
REPORT_OPTIONS = [
    click.argument("paths", nargs=-1, type=click.Path(allow_dash=True)),
    _key(
        "output-format",
        "--output-format",
        type=click.Choice(output_formats()),
        metavar="FORMAT",
        help=f"The format of the report: {', '.join(output_formats())};"
        f" by default {DEFAULT_FORMAT}.",
    ),
    click.option(
        "-o",
        "--output-file",
        metavar="PATH",
        help="Write the report to this file, once it is complete, instead of standard output.",
    ),
    click.option(
        "--column-unit",
        type=click.Choice(COLUMN_UNITS),
        default="characters",
        show_default=True,
        help="The unit of columns in full, concise and grouped; for editors.",
    ),
    click.option(
        "--max-path-steps",
        type=click.IntRange(min=0),
        callback=_path_steps,
        default=limits.MAX_SHOWN_PATH_STEPS,
        show_default=True,
        metavar="N",
        help="In full: show at most N steps of a path, those nearest to the cut; 0 shows all.",
    ),
    click.option(
        "-q",
        "--quiet",
        is_flag=True,
        help="Print findings and errors, but no summary, warnings or progress.",
    ),
    click.option("--exit-zero", is_flag=True, help="Exit with 0 even if there are findings."),
    click.option(
        "--statistics", is_flag=True, help="Print the number of findings per rule instead."
    ),
    click.option(
        "--stdin-filename",
        metavar="PATH",
        default="<stdin>",
        help="The file that standard input ('-') takes the place of.",
    ),
    click.option(
        "-j",
        "--jobs",
        type=click.IntRange(min=1),
        metavar="N",
        help="The largest number of processes; by default one per processor.",
    ),
    _key(
        "time-limit",
        "--time-limit",
        type=float,
        metavar="SECONDS",
        help="The CPU time that the analysis of one program may take; by default 60.",
    ),
]

#: Options of `check` that print something else than a report, named as in other linters.
SHOW_OPTIONS = [
    click.option("--show-files", is_flag=True, help="Print the files to check, and exit."),
    click.option(
        "--show-settings",
        is_flag=True,
        help="Print the settings of the first path, and exit: the same as `tflintgrad config`.",
    ),
]

#: Options of `check` and `verify` that report only part of the findings, or more.
FILTER_OPTIONS = [
    click.option(
        "--baseline",
        metavar="FILE",
        help="Report only findings that are not in this file, which `tflintgrad baseline` writes.",
    ),
    click.option(
        "--no-baseline", is_flag=True, help="Report findings that are in the baseline, too."
    ),
    click.option(
        "--diff",
        metavar="REV",
        help="Report only findings in lines that differ from this git revision, such as HEAD;"
        " `main...` means the commit where this branch left main.",
    ),
    _key(
        "unused-noqa",
        "--unused-noqa",
        is_flag=True,
        help="Also report a `# noqa` without codes that suppresses no finding of tflintgrad.",
    ),
]

#: Options that correct findings.
FIX_OPTIONS = [
    click.option("--fix", is_flag=True, help="Apply all safe fixes, and report what is left."),
    _key(
        "unsafe-fixes",
        "--unsafe-fixes",
        is_flag=True,
        help="With --fix: apply fixes, too, that may change more than a gradient.",
    ),
    _selectors("fixable", "Fix only findings of these rules."),
    _selectors("unfixable", "Fix no findings of these rules."),
    click.option(
        "--dry-run",
        is_flag=True,
        help="With --fix or --add-noqa: print the changes as a diff, and change no file.",
    ),
]
ADD_NOQA = click.option(
    "--add-noqa", is_flag=True, help="Add a `# noqa: CODE` comment for every finding."
)

CACHE_DIR = _key(
    "cache-dir",
    "--cache-dir",
    metavar="FOLDER",
    envvar="TFLINTGRAD_CACHE_DIR",
    help="The folder of the cache; by default .tflintgrad_cache in the project.",
)

#: Options of commands that cache results.
CACHE_OPTIONS = [
    click.option(
        "--no-cache",
        is_flag=True,
        envvar="TFLINTGRAD_NO_CACHE",
        help="Neither read nor write the cache.",
    ),
    CACHE_DIR,
]

#: Options of commands that run programs.
VERIFY_OPTIONS = [
    _key(
        "verify.device",
        "--device",
        metavar="DEVICE",
        convert=str.lower,
        help="Where programs run: cpu (the default), cpu:1, gpu, gpu:1 or auto (a GPU, if any).",
    ),
    _key("verify.jit", "--jit", is_flag=True, help="Compile all traced functions with XLA."),
    _key(
        "verify.timeout",
        "--timeout",
        type=click.FloatRange(min=0.1),
        metavar="SECONDS",
        help="The time that one run of a program may take; by default 60.",
    ),
    _key(
        "verify.seed",
        "--seed",
        type=int,
        metavar="N",
        help="The seed of random numbers in programs and stand-ins; by default 0.",
    ),
    _key(
        "verify.draws",
        "--draws",
        type=int,
        metavar="N",
        help="The number of draws of random numbers to judge on; by default 1.",
    ),
    _key(
        "verify.inputs",
        "--input",
        multiple=True,
        metavar="NAME=VALUE",
        convert=input_values,
        help="A value for an unknown input: 'x = {shape = [8, 3], low = 0.1}' or 'rate = 0.5'.",
    ),
    _key(
        "verify.only-confirmed",
        "--only-confirmed",
        is_flag=True,
        help="Report only findings that TensorFlow confirmed.",
    ),
    click.option(
        "--unsafe-no-sandbox",
        is_flag=True,
        help="Run programs without a sandbox if the system offers none.",
    ),
]
