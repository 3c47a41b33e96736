"""`tflintgrad server`."""

from __future__ import annotations

import click


@click.command("server")
@click.option("--stdio", is_flag=True, help="Has no effect; some editors add this option.")
def command(stdio: bool) -> int:
    """Start a language server for editors.

    It talks on standard input and output, and shows the findings of `tflintgrad check` while you
    type, also in unsaved files. Editors start it themselves; see docs/server.md for how to set up
    yours. Needs pygls: pip install 'tflintgrad[server]'.

    \b
    Examples:
      tflintgrad server
    """
    import signal
    import sys

    try:
        from tflintgrad.frontends.server.server import serve
    except ImportError as problem:
        needed = "this needs pygls 2 or newer: pip install 'tflintgrad[server]'"
        raise click.ClickException(f"{needed} ({problem})") from None
    if sys.stdin.isatty():
        text = (
            "This talks to an editor, which starts it itself; Ctrl-C ends it. See docs/server.md."
        )
        print(text, file=sys.stderr)
    # Nothing needs to be tidied up, and the thread that waits for input cannot be interrupted.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return serve()
