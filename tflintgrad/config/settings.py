"""The settings that are in force for a file, whoever gave them: a file, an option, or a program.

Each field is a key of the configuration, with `_` for `-`; `resolver` reads those.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from tflintgrad import limits

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Severity

DEFAULT_FORMAT = "full"
CACHE_FOLDER = ".tflintgrad_cache"
BASELINE_FILE = ".tflintgrad-baseline.json"

#: Directories that hold other people's code or generated files.
DEFAULT_EXCLUDE = (
    ".bzr",
    ".direnv",
    ".eggs",
    ".git",
    ".git-rewrite",
    ".hg",
    ".hypothesis",
    ".ipynb_checkpoints",
    ".mypy_cache",
    ".nox",
    ".pants.d",
    ".pyenv",
    ".pytest_cache",
    ".pytype",
    ".ruff_cache",
    ".svn",
    ".tox",
    ".venv",
    ".vscode",
    "__pycache__",
    "__pypackages__",
    "_build",
    "buck-out",
    "build",
    "dist",
    "node_modules",
    "site-packages",
    "venv",
)


class ConfigurationError(Exception):
    """Settings that cannot be used; the message says where they stand, and which key it is."""


class Choice(NamedTuple):
    """Which rules to report: codes, prefixes (`TFG2`), names, or `ALL`; the more exact one wins.

    With an empty `select`, the rules that are on anyway are reported.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verify:
    """How programs are run to verify findings: the table `verify`."""

    device: str = "cpu"
    timeout: float = 60.0
    jit: bool = False
    only_confirmed: bool = False
    directions: int = 2
    """In how many random directions a gradient is compared with the slope."""
    seed: int = 0
    """Where the random numbers of programs and stand-ins start."""
    draws: int = 1
    """On how many draws of these numbers a finding is judged."""
    inputs: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """What stands for inputs that are not known, by name: a value, or a table of shape, dtype,
    low, high and value."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What is reported, for which files and which TensorFlow, and how.

    Rules are given as codes, prefixes (`TFG2`), names, or `ALL`. With an empty `select`, the rules
    that are on by default are reported. Patterns without `/` fit a file or folder of that name
    anywhere; others are paths that start in `root`. Without a version such as "2.15", the newest
    TensorFlow that was measured is assumed.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    tensorflow_version: str = ""
    per_file_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    severity: Mapping[str, Severity] = field(default_factory=dict, hash=False)
    exclude: tuple[str, ...] = DEFAULT_EXCLUDE
    extend_exclude: tuple[str, ...] = ()
    force_exclude: bool = False
    """Leave out excluded files even if they are named."""
    respect_gitignore: bool = True
    unused_noqa: bool = False
    """Whether a `# noqa` without codes that silences nothing of ours is reported as unused, too."""
    baseline: str = ""
    """The file of findings that are known; by default at its usual place, if there is one."""
    output_format: str = DEFAULT_FORMAT
    cache_dir: str = CACHE_FOLDER
    time_limit: float = limits.TIME_LIMIT_SECONDS
    """How many seconds of CPU time the analysis of one program may take."""
    verify: Verify = Verify()
    root: str = ""
    """Where relative patterns start, usually the folder of the configuration; by default the
    working directory."""
    earlier: tuple[Choice, ...] = ()
    """Choices of rules that count before the one above, such as a file's before an option's."""

    def in_folder(self, folder: str) -> Settings:
        """The same everywhere."""
        return self


class SettingsByFolder(Protocol):
    """Settings that may depend on where a file lies."""

    def in_folder(self, folder: str) -> Settings:
        """Those of the files in a folder, given by its absolute path."""
        ...
