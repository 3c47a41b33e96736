"""The options of the commands, each written once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from tflintgrad.config.output_formats import output_formats
from tflintgrad.config.settings import DEFAULT_FORMAT
from tflintgrad.output.columns import COLUMN_UNITS

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.shell_completion import CompletionItem

_Function = TypeVar("_Function", bound="Callable[..., Any]")


def check_version(version: str, where: str) -> None:
    from tflintgrad.knowledge.op_table import UnknownVersion, check_version

    try:
        check_version(version)
    except UnknownVersion as problem:
        raise click.ClickException(f"{where}{problem}") from None


def comma_lists(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    words = (word.strip() for value in values for word in value.split(","))
    return tuple(word for word in words if word)


def complete_rules(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    from tflintgrad.frontends.cli.completion import rules

    return rules(incomplete)


def _known_version(ctx: click.Context, param: click.Parameter, value: str) -> str:
    if value:
        check_version(value, "--tensorflow-version: ")
    return value


tensorflow_version = click.option(
    "--tensorflow-version",
    metavar="VERSION",
    default="",
    callback=_known_version,
    help="The TensorFlow the code is for, such as 2.15; by default the newest that was measured.",
)


#: Of commands that show what there is to know about rules.
PAGE_FORMAT = click.option(
    "--output-format",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="How it is printed.",
)


#: Which rules are reported.
RULE_OPTIONS = [
    click.option(
        "--select",
        multiple=True,
        metavar="CODES",
        callback=comma_lists,
        shell_complete=complete_rules,
        help="Report only these rules: codes, prefixes (TFG2), names or ALL; comma-separated.",
    ),
    click.option(
        "--ignore",
        multiple=True,
        metavar="CODES",
        callback=comma_lists,
        shell_complete=complete_rules,
        help="Do not report these rules. The more exact of --select and --ignore wins.",
    ),
    click.option(
        "--extend-select",
        multiple=True,
        metavar="CODES",
        callback=comma_lists,
        shell_complete=complete_rules,
        help="Report these rules as well, such as TFG9, which is off by default.",
    ),
    tensorflow_version,
]


#: Of `check` and `verify`.
CHECK_OPTIONS = [
    click.argument("paths", nargs=-1, type=click.Path(allow_dash=True)),
    click.option(
        "--output-format",
        type=click.Choice(output_formats()),
        metavar="FORMAT",
        help=f"How findings are printed: {', '.join(output_formats())};"
        f" by default {DEFAULT_FORMAT}.",
    ),
    click.option(
        "-o",
        "--output-file",
        metavar="PATH",
        help="Write the report to this file instead, once it is complete.",
    ),
    click.option(
        "--column-unit",
        type=click.Choice(COLUMN_UNITS),
        default="characters",
        show_default=True,
        help="What columns count in full, concise and grouped; for editors that count otherwise.",
    ),
    *RULE_OPTIONS,
    click.option(
        "-j",
        "--jobs",
        type=click.IntRange(min=1),
        metavar="N",
        help="How many processes to use at most; by default one for each processor.",
    ),
    click.option(
        "--time-limit",
        type=float,
        metavar="SECONDS",
        help="How much CPU time the analysis of a program may take; by default 60.",
    ),
    click.option("--exit-zero", is_flag=True, help="Exit with 0 even if there are findings."),
    click.option(
        "--statistics", is_flag=True, help="Print the number of findings per rule instead."
    ),
    click.option(
        "--stdin-filename",
        metavar="PATH",
        default="<stdin>",
        help="The name to report for what is read from standard input with '-'.",
    ),
]


CACHE_DIR = click.option(
    "--cache-dir",
    metavar="FOLDER",
    envvar="TFLINTGRAD_CACHE_DIR",
    help="Where results are remembered; by default .tflintgrad_cache in the project.",
)

#: Of everything that remembers what it found out.
CACHE_OPTIONS = [
    click.option(
        "--no-cache",
        is_flag=True,
        envvar="TFLINTGRAD_NO_CACHE",
        help="Do everything anew, and remember nothing.",
    ),
    CACHE_DIR,
]


#: Of everything that runs programs.
VERIFY_OPTIONS = [
    click.option(
        "--device",
        metavar="DEVICE",
        help="Where programs run: cpu (by default), cpu:1, gpu, gpu:1 or auto (a GPU, if any).",
    ),
    click.option("--jit", is_flag=True, help="Compile all traced functions with XLA."),
    click.option(
        "--timeout",
        type=click.FloatRange(min=0.1),
        metavar="SECONDS",
        help="How long one run of a program may take; by default 60.",
    ),
    click.option(
        "--seed",
        type=int,
        metavar="N",
        help="Where the random numbers of programs and stand-ins start; by default 0.",
    ),
    click.option(
        "--draws",
        type=int,
        metavar="N",
        help="On how many draws of these numbers to judge; by default 1.",
    ),
    click.option(
        "--input",
        multiple=True,
        metavar="NAME=VALUE",
        help="What stands for an unknown input: 'x = {shape = [8, 3], low = 0.1}' or 'rate = 0.5'.",
    ),
    click.option("--only-confirmed", is_flag=True, help="Report only what TensorFlow confirmed."),
    click.option(
        "--unsafe-no-sandbox",
        is_flag=True,
        help="Run programs unconfined where the system offers no sandbox.",
    ),
]


def with_options(
    options: list[Callable[[Any], Any]], *, hidden: bool = False
) -> Callable[[_Function], _Function]:
    """Gives a command these options; hidden ones work, and are described elsewhere."""

    def decorate(command: _Function) -> _Function:
        known = len(getattr(command, "__click_params__", ()))
        for option in reversed(options):
            command = option(command)
        for parameter in command.__click_params__[known:]:  # type: ignore[attr-defined]
            if hidden:
                parameter.hidden = True
        return command

    return decorate
