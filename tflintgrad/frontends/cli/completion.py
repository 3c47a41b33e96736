"""What shells are told when somebody presses the tab key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.shell_completion import CompletionItem, get_completion_class

if TYPE_CHECKING:
    import click


def script(shell: str, program: click.Command) -> str:
    """What a shell has to read once; it then asks the program itself."""
    kind = get_completion_class(shell)
    assert kind is not None
    return kind(program, {}, "tflintgrad", "_TFLINTGRAD_COMPLETE").source()


def rules(incomplete: str) -> list[CompletionItem]:
    """Codes, or names for who has begun to write one; of a list, its last entry."""
    from tflintgrad.knowledge.rules import rulebook

    before, comma, last = incomplete.rpartition(",")
    found = []
    for code, name in rulebook().names.items():
        if code.startswith(last.upper()):
            found.append(CompletionItem(before + comma + code, help=name))
        elif name.startswith(last):
            found.append(CompletionItem(before + comma + name, help=code))
    return found
