"""`tflintgrad server`."""

from __future__ import annotations

import click


@click.command("server")
@click.option("--stdio", is_flag=True, help="What it does anyway; some editors add this.")
def command(stdio: bool) -> int:
    """Start a language server, which an editor talks to on standard input and output.

    It shows what `tflintgrad check` finds while you type, also in files that are not saved yet.
    Editors start it themselves; docs/server.md says how to set up yours. Needs pygls: pip install
    'tflintgrad[server]'.

    \b
    Examples:
      tflintgrad server
    """
    from tflintgrad.frontends.cli.server import run_server

    return run_server()
