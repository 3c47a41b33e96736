"""Starts the user's command with every gradient query observed, and reads what was seen."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from tflintgrad.verify.observe.observation import Observation, read_observation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from types import FrameType

HOOK = Path(__file__).resolve().parent / "hook"


class CommandNotStarted(Exception):
    """The command does not exist, or may not be executed; the message is one line."""


def observe_command(
    command: Sequence[str], environment: Mapping[str, str] | None = None
) -> Observation:
    """Runs it to its end, however that comes. Ctrl-C ends the command, not the report."""
    if not command:
        raise CommandNotStarted("there is no command after `--`")
    with tempfile.TemporaryDirectory(
        prefix="tflintgrad-run-", ignore_cleanup_errors=True
    ) as folder:
        try:
            process = subprocess.Popen(
                list(command),
                env=observing(os.environ if environment is None else environment, folder),
            )
        except OSError as error:
            reason = error.strerror or str(error)
            raise CommandNotStarted(f"cannot start `{command[0]}`: {reason}") from error
        with _signals_go_to(process):
            code = process.wait()
        # As a shell has it: killed by signal 9 is 137.
        return read_observation(Path(folder), code if code >= 0 else 128 - code)


def observing(environment: Mapping[str, str], folder: str) -> dict[str, str]:
    """The environment in which every Python leaves in the folder what it sees."""
    extended = dict(environment)
    before = environment.get("PYTHONPATH")
    extended["PYTHONPATH"] = f"{HOOK}{os.pathsep}{before}" if before else str(HOOK)
    extended["TFLINTGRAD_RUN_LOG"] = folder
    return extended


@contextlib.contextmanager
def _signals_go_to(process: subprocess.Popen[bytes]) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may say what signals do
        return

    def pass_on(number: int, _: FrameType | None) -> None:
        # A terminal has sent Ctrl-C to the command as well; twice would cut its clean-up short.
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
    """Whether this process and its children are what a terminal sends Ctrl-C to."""
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
