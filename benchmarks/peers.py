"""The compared tools: their executables, and their commands to check directories."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = Path(__file__).resolve().parent.parent
OURS = "tflintgrad"
RUFF = "ruff F"
_HERE = (
    f"import sys; sys.path.insert(0, {str(ROOT)!r});"
    " from tflintgrad.frontends.cli import main; main()"
)
#: A placeholder in arguments for a scratch folder.
SCRATCH = "{scratch}"

#: semgrep has no default rules; this is one rule of the kind that tflintgrad has.
SEMGREP_RULE = """rules:
  - id: gradient
    languages: [python]
    severity: WARNING
    message: a gradient is requested
    pattern: $TAPE.gradient(...)
"""


@dataclass(frozen=True, slots=True)
class Tool:
    name: str
    program: str
    """The name of the executable."""
    check: tuple[str, ...]
    """Its arguments: one process, no configuration, no cache; directories follow."""
    cached: tuple[str, ...] = ()
    """Instead, with a cache in `{scratch}`; empty where it has none."""
    slow: bool = False
    """True for tools that are measured only on a sample."""
    checks_types: bool = False
    """True for type checkers, which read a whole program as tflintgrad does."""
    most: int = 1
    """The greatest exit code that is no failure."""
    environment: Mapping[str, str] = field(default_factory=dict)


_RUFF = ("check", "--isolated", "--select", "F", "--exit-zero", "--quiet", "--no-respect-gitignore")
_SAME_FILES = ("--extend-exclude", "*.pyi")
_PLAIN = ("check", "--isolated", "--exit-zero", "--no-respect-gitignore")
_OURS = (*_PLAIN, "--output-format", "concise")

TOOLS = (
    Tool(
        OURS,
        OURS,
        (*_OURS, "--jobs", "1", "--no-cache"),
        (*_OURS, "--jobs", "1", "--cache-dir", f"{SCRATCH}/tflintgrad-cache"),
    ),
    Tool(
        RUFF,
        "ruff",
        (*_RUFF, *_SAME_FILES, "--no-cache"),
        (*_RUFF, *_SAME_FILES, "--cache-dir", f"{SCRATCH}/ruff-cache"),
        environment={"RAYON_NUM_THREADS": "1"},
    ),
    Tool(
        "ty",
        "ty",
        ("check", "--exit-zero", "--quiet"),
        checks_types=True,
        environment={"TY_MAX_PARALLELISM": "1"},
    ),
    Tool(
        "pyrefly",
        "pyrefly",
        ("check", "--threads", "1", "--output-format", "omit-errors"),
        checks_types=True,
    ),
    Tool(
        "semgrep, one rule",
        "semgrep",
        (
            *("scan", "--config", f"{SCRATCH}/semgrep.yaml", "--metrics", "off", "--jobs", "1"),
            *("--disable-version-check", "--no-git-ignore", "--quiet", "--include", "*.py"),
        ),
        slow=True,
        environment={  # it would wait for an answer from the network
            "SEMGREP_ENABLE_VERSION_CHECK": "0",
            "SEMGREP_SETTINGS_FILE": f"{SCRATCH}/semgrep-settings.yaml",
        },
    ),
    Tool("flake8", "flake8", ("--isolated", "--jobs", "1", "--exit-zero"), slow=True),
    Tool(
        "pylint",
        "pylint",
        (
            *("--rcfile", os.devnull, "--jobs", "1", "--recursive", "y", "--persistent", "n"),
            "--exit-zero",
        ),
        slow=True,
        environment={"PYLINTHOME": f"{SCRATCH}/pylint"},
    ),
    Tool("TorchFix", "torchfix", ("--jobs", "1"), slow=True),
    Tool("Fixit", "fixit", ("--config-file", f"{SCRATCH}/fixit.toml", "lint"), slow=True),
)


@dataclass(frozen=True, slots=True)
class Installed:
    """A tool that is there."""

    tool: Tool
    command: tuple[str, ...]
    version: str

    @property
    def name(self) -> str:
        return self.tool.name

    @property
    def has_cache(self) -> bool:
        return bool(self.tool.cached)

    def cold(self, paths: Sequence[str], scratch: Path) -> list[str]:
        return [*self.command, *_placed(self.tool.check, scratch), *paths]

    def warm(self, paths: Sequence[str], scratch: Path) -> list[str]:
        return [*self.command, *_placed(self.tool.cached, scratch), *paths]

    def environment(self, scratch: Path) -> dict[str, str]:
        return _environment(self.tool, scratch)


def _placed(arguments: Sequence[str], scratch: Path) -> list[str]:
    return [argument.replace(SCRATCH, str(scratch)) for argument in arguments]


def _environment(tool: Tool, scratch: Path) -> dict[str, str]:
    return {name: value.replace(SCRATCH, str(scratch)) for name, value in tool.environment.items()}


def prepare(scratch: Path) -> None:
    """Write the files that arguments name."""
    (scratch / "semgrep.yaml").write_text(SEMGREP_RULE, encoding="utf-8")
    (scratch / "fixit.toml").write_text("[tool.fixit]\nroot = true\n", encoding="utf-8")


class NoSuchTool(Exception):
    """A requested tool is missing; the message is one line."""


def installed(given: Mapping[str, str], scratch: Path) -> tuple[list[Installed], list[str]]:
    """Return the tools that are installed or `given` (executable by program), and the missing."""
    unknown = set(given) - {tool.program for tool in TOOLS}
    if unknown:
        known = ", ".join(tool.program for tool in TOOLS)
        raise NoSuchTool(f"--tool {sorted(unknown)[0]}: is none of {known}")
    found, missing = [], []
    for tool in TOOLS:
        command = _command(tool, given.get(tool.program))
        environment = _environment(tool, scratch)
        version = _output([*command, "--version"], environment) if command else None
        if version is None and tool.program in given:
            raise NoSuchTool(f"--tool {tool.program}={given[tool.program]}: cannot be run")
        if command is None or version is None:
            missing.append(tool.name)
        else:
            number = re.search(r"\d+(\.\d+)+", version)
            compiled = ", compiled" if "compiled" in version else ""
            found.append(Installed(tool, command, f"{number[0] if number else '?'}{compiled}"))
    return found, missing


def _command(tool: Tool, given: str | None) -> tuple[str, ...] | None:
    if given is not None:
        path = shutil.which(given)
        return (os.path.abspath(path),) if path else (given,)
    if tool.program == OURS:  # this very one
        return (sys.executable, "-c", _HERE)
    beside = shutil.which(tool.program, path=os.path.dirname(sys.executable))
    path = shutil.which(tool.program) or beside
    return (os.path.abspath(path),) if path else None


def _output(command: Sequence[str], environment: Mapping[str, str]) -> str | None:
    """Return the output of a command; None if it cannot be run."""
    try:
        finished = subprocess.run(
            command,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return finished.stdout if finished.returncode == 0 else None
