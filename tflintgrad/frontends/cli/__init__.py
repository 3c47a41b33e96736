"""The command line. Thin: it parses arguments, calls the library and prints."""

from __future__ import annotations

import sys

INTERRUPTED = 130  # 128 + SIGINT, what a shell reports for a program stopped by Ctrl-C


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
