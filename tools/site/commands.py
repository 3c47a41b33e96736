"""The page of all commands: what `tflintgrad COMMAND --help` prints."""

from __future__ import annotations

import inspect

import click

from tflintgrad.frontends.cli.entry import cli

HEAD = """\
# Commands

What `tflintgrad COMMAND --help` prints. [Options](options.md) explains the options of
`check` and `verify` by subject, with exit codes and the files that are checked.
"""


def page() -> str:
    """Return the page."""
    root = click.Context(cli, info_name="tflintgrad")
    parts = [HEAD]
    for name in cli.list_commands(root):
        command = cli.get_command(root, name)
        if command is not None and not command.hidden:
            parts.append(_section(name, command, root))
    return "\n".join(parts)


def _section(name: str, command: click.Command, root: click.Context) -> str:
    context = click.Context(command, info_name=name, parent=root)
    usage = " ".join(command.collect_usage_pieces(context))
    text = inspect.cleandoc(command.help or "").partition("\f")[0]
    parts = [f"## {name}\n", f"```text\ntflintgrad {name} {usage}\n```\n", _prose(text)]
    options = [item for item in command.get_params(context) if isinstance(item, click.Option)]
    records = [item.get_help_record(context) for item in options]
    rows = [f"| {_code(names)} | {_cell(words)} |\n" for names, words in filter(None, records)]
    if rows:
        parts.append(f"| option | |\n|---|---|\n{''.join(rows)}")
    return "\n".join(parts)


def _prose(text: str) -> str:
    """Return a help text as Markdown; a paragraph after a backspace keeps its lines."""
    parts = []
    for paragraph in text.split("\n\n"):
        head, _, rest = paragraph.partition("\n")
        if head.strip() != "\b":
            parts.append(f"{paragraph}\n")
            continue
        title, _, lines = rest.partition("\n")
        if title.endswith(":"):
            parts += [f"{title}\n", f"```text\n{inspect.cleandoc(lines)}\n```\n"]
        else:
            parts.append(f"```text\n{inspect.cleandoc(rest)}\n```\n")
    return "\n".join(parts)


def _code(names: str) -> str:
    return "`" + names.replace("|", "\\|") + "`"


def _cell(words: str) -> str:
    return words.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")
