"""Completion in PowerShell, which click does not have."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from click.shell_completion import ShellComplete, add_completion_class

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

NAME = "powershell"
#: Variables with which the script calls the program: whole words before the cursor, one per line,
#: and the word at the cursor.
_WORDS = "_TFLINTGRAD_WORDS"
_INCOMPLETE = "_TFLINTGRAD_INCOMPLETE"

# PowerShell completes file names itself if a completer prints nothing.
_SCRIPT = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = $commandAst.CommandElements |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { $_.Extent.Text.Trim('"', "'") }
    $Env:%(complete_var)s = "powershell_complete"
    $Env:_TFLINTGRAD_WORDS = $words -join "`n"
    $Env:_TFLINTGRAD_INCOMPLETE = "$wordToComplete"
    try {
        %(prog_name)s | ForEach-Object {
            $value, $help = $_ -split "`t", 2
            $kind = "ParameterValue"
            [System.Management.Automation.CompletionResult]::new($value, $value, $kind, $help)
        }
    } finally {
        Remove-Item Env:%(complete_var)s, Env:_TFLINTGRAD_WORDS, Env:_TFLINTGRAD_INCOMPLETE `
            -ErrorAction SilentlyContinue
    }
}
"""


class PowerShellComplete(ShellComplete):
    """Completion for PowerShell 5.1 and newer."""

    name = NAME
    source_template = _SCRIPT

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words after the program's name, and the incomplete word."""
        words = os.environ.get(_WORDS, "").splitlines()
        return words[1:], os.environ.get(_INCOMPLETE, "")

    def complete(self) -> str:
        """Return one line per value; none for files and folders, which PowerShell completes."""
        found = self.get_completions(*self.get_completion_args())
        return "\n".join(self.format_completion(item) for item in found if item.type == "plain")

    def format_completion(self, item: CompletionItem) -> str:
        """Return the value and its help; a tooltip must not be empty."""
        return f"{item.value}\t{item.help or item.value}"


def register() -> None:
    """Make click know PowerShell."""
    add_completion_class(PowerShellComplete)
