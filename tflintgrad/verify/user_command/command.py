"""Starts the user's command with every query observed, and reads the observation."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from tflintgrad.verify.observed_queries import QUERIES
from tflintgrad.verify.observer.query_methods import VARIABLE, encoded
from tflintgrad.verify.user_command.observation import Observation, read_observation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from types import FrameType

HOOK = Path(__file__).resolve().parent / "hook"


class CommandNotStarted(Exception):
    """The command does not exist or may not be executed; the message is one line."""


def observe_command(
    command: Sequence[str], environment: Mapping[str, str] | None = None
) -> Observation:
    """Run a command to its end and return what was observed; Ctrl-C ends the command alone."""
    if not command:
        raise CommandNotStarted("no command given after `--`")
    with tempfile.TemporaryDirectory(
        prefix="tflintgrad-run-", ignore_cleanup_errors=True
    ) as folder:
        try:
            process = subprocess.Popen(
                list(command),
                env=observed_environment(
                    os.environ if environment is None else environment, folder
                ),
            )
        except OSError as error:
            reason = error.strerror or str(error)
            raise CommandNotStarted(f"cannot start `{command[0]}`: {reason}") from error
        with _signals_go_to(process):
            code = process.wait()
        # Like a shell: killed by signal 9 is 137.
        return read_observation(Path(folder), code if code >= 0 else 128 - code)


def observed_environment(environment: Mapping[str, str], folder: str) -> dict[str, str]:
    """Return an environment in which every Python process writes its queries to `folder`."""
    extended = dict(environment)
    before = environment.get("PYTHONPATH")
    extended["PYTHONPATH"] = f"{HOOK}{os.pathsep}{before}" if before else str(HOOK)
    extended["TFLINTGRAD_RUN_LOG"] = folder
    extended[VARIABLE] = encoded(QUERIES)
    return extended


@contextlib.contextmanager
def _signals_go_to(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Forward the signals that would end this process to the command."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may install signal handlers
        return

    def pass_on(number: int, _: FrameType | None) -> None:
        # A terminal sends Ctrl-C to the command as well; a second one would end its clean-up.
        if number != signal.SIGINT or not _in_foreground():
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(number)

    names = ("SIGINT", "SIGTERM", "SIGHUP")
    handled = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.signal(number, pass_on) for number in handled}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _in_foreground() -> bool:
    """True if a terminal sends Ctrl-C to this process and its children."""
    try:
        terminal = os.open("/dev/tty", os.O_RDONLY)
    except OSError:
        return False
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:
        return False
    finally:
        os.close(terminal)
