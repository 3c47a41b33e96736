"""Options that say where settings come from, and those that stand for keys of a configuration."""

from __future__ import annotations

import click


def _patterns(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Between commas, except those in `{a,b}`."""
    import re

    words = (word.strip() for value in values for word in re.split(r",(?![^{]*\})", value))
    return tuple(word for word in words if word)


#: Of everything that heeds a configuration.
SOURCE_OPTIONS = [
    click.option(
        "--config",
        multiple=True,
        metavar="FILE|KEY=VALUE",
        help="Use this TOML file for all files; or set one key, such as 'verify.timeout = 5'.",
    ),
    click.option("--isolated", is_flag=True, help="Read no configuration file."),
]

#: Which files are looked at, and what is reported in some of them.
FILE_OPTIONS = [
    click.option(
        "--exclude",
        multiple=True,
        metavar="PATTERNS",
        callback=_patterns,
        help="Do not search these files and folders, instead of .venv, build and the like.",
    ),
    click.option(
        "--extend-exclude",
        multiple=True,
        metavar="PATTERNS",
        callback=_patterns,
        help="Do not search these files and folders, either.",
    ),
    click.option(
        "--force-exclude/--no-force-exclude",
        default=None,
        help="Leave out excluded files even if they are named, as hooks name all files.",
    ),
    click.option(
        "--respect-gitignore/--no-respect-gitignore",
        default=None,
        help="Leave out what git ignores; that is so by default.",
    ),
    click.option(
        "--per-file-ignores",
        multiple=True,
        metavar="PATTERN:CODES",
        callback=_patterns,
        help="Do not report these rules in files that fit the pattern.",
    ),
]
