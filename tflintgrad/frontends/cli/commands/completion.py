"""`tflintgrad completion`."""

from __future__ import annotations

import click


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "fish", "powershell", "zsh"]))
@click.pass_context
def command(ctx: click.Context, /, shell: str) -> None:
    """Print a script that completes commands in your shell.

    It completes commands, options, files and rules.

    \b
    Put one of these into the file that your shell reads when it starts:
      bash  ~/.bashrc                   eval "$(tflintgrad completion bash)"
      zsh   ~/.zshrc                    eval "$(tflintgrad completion zsh)"
      fish  ~/.config/fish/config.fish  tflintgrad completion fish | source

    \b
    In PowerShell, put this into the file that $PROFILE names:
      tflintgrad completion powershell | Out-String | Invoke-Expression

    \b
    Examples:
      tflintgrad completion bash
      tflintgrad completion fish > ~/.config/fish/completions/tflintgrad.fish
    """
    from click.shell_completion import get_completion_class

    from tflintgrad.frontends.cli import powershell

    powershell.register()
    completion = get_completion_class(shell)
    assert completion is not None
    # The script calls the program itself for every completion.
    program = ctx.find_root().command
    click.echo(completion(program, {}, "tflintgrad", "_TFLINTGRAD_COMPLETE").source())
