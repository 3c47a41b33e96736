"""What `tflintgrad server` does before the first message, and after the last."""

from __future__ import annotations

import signal
import sys

import click


def run_server() -> int:
    try:
        from tflintgrad.frontends.server.server import serve
    except ImportError as problem:
        needed = "this needs pygls 2 or newer: pip install 'tflintgrad[server]'"
        raise click.ClickException(f"{needed} ({problem})") from None
    if sys.stdin.isatty():
        print(
            "This talks to an editor, which starts it itself; Ctrl-C ends it. See docs/server.md.",
            file=sys.stderr,
        )
    # There is nothing to tidy up, and the thread that waits for input cannot be interrupted.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return serve()
