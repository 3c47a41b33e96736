"""The command line: it parses arguments, calls the engine, prints, and sets the exit code."""

from __future__ import annotations

import sys

CLEAN, FINDINGS, ERROR = 0, 1, 2
#: The exit code that a shell reports for a program stopped by Ctrl-C: 128 + SIGINT.
INTERRUPTED = 130


def main() -> None:
    """Run the command line and leave the process with its exit code."""
    from tflintgrad.import_path import forget_project

    forget_project()
    try:
        from tflintgrad.frontends.cli.entry import run

        code = run()
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)
