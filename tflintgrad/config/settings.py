"""The effective settings of a file, from a configuration file, the command line or the API.

Each field is a key of the configuration, with `_` for `-`; `resolver` reads configurations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from tflintgrad import limits

if TYPE_CHECKING:
    from tflintgrad.diagnostics import Severity
    from tflintgrad.knowledge.plugins import Plugin

DEFAULT_FORMAT = "full"
CACHE_FOLDER = ".tflintgrad_cache"
BASELINE_FILE = ".tflintgrad-baseline.json"

#: Directories of third-party code or generated files.
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
    """Invalid settings; the message names the file or option, and the key."""


class RuleChoice(NamedTuple):
    """The rules to report: codes, prefixes (`TFG2`), names, or `ALL`; the more exact one wins.

    With an empty `select`, the rules that earlier choices report stay selected.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verify:
    """Settings of verification: the table `verify`."""

    device: str = "cpu"
    timeout: float = 60.0
    jit: bool = False
    only_confirmed: bool = False
    directions: int = 2
    """The number of random directions in which a gradient is compared with finite differences."""
    seed: int = 0
    """The random seed of programs and placeholders."""
    draws: int = 1
    """The number of random draws on which a finding is judged."""
    inputs: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Placeholders for unknown inputs, by name: a value, or a table of shape, dtype, low, high
    and value."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a run: rules, files, the TensorFlow version, and the output.

    Rules are given as codes, prefixes (`TFG2`), names, or `ALL`. With an empty `select`, the
    default rules are reported. Patterns without `/` match files and folders of that name anywhere;
    others are paths that start in `root`. Without a version such as "2.15", the newest TensorFlow
    in the op table is assumed.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    tensorflow_version: str = ""
    rules: str = ""
    """Lines of the op table about the project's own libraries: the content of the file `ops.txt` in
    the folder that the configuration names."""
    per_file_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    severity: Mapping[str, Severity] = field(default_factory=dict, hash=False)
    exclude: tuple[str, ...] = DEFAULT_EXCLUDE
    extend_exclude: tuple[str, ...] = ()
    force_exclude: bool = False
    """Skip excluded files even if the command line names them."""
    respect_gitignore: bool = True
    fixable: tuple[str, ...] = ("ALL",)
    """The rules whose findings carry fixes; `unfixable` wins where it is as exact."""
    unfixable: tuple[str, ...] = ()
    unsafe_fixes: bool = False
    """Also apply fixes that may change more than a gradient."""
    unused_noqa: bool = False
    """Also report a `# noqa` without codes that suppresses no finding of tflintgrad."""
    baseline: str = ""
    """The file of known findings; by default the one beside the configuration, if it exists."""
    output_format: str = DEFAULT_FORMAT
    cache_dir: str = CACHE_FOLDER
    time_limit: float = limits.TIME_LIMIT_SECONDS
    """The limit for the analysis of one program, in seconds of CPU time."""
    verify: Verify = Verify()
    root: str = ""
    """The folder that relative patterns start from, usually that of the configuration; by default
    the working directory."""
    earlier: tuple[RuleChoice, ...] = ()
    """Choices of rules with lower precedence than the one above: a file's, below an option's."""
    plugins: tuple[Plugin, ...] = ()
    """The installed packages whose rules count; `configured()` finds them."""

    def in_folder(self, folder: str) -> Settings:
        """Return these settings, which hold in every folder."""
        return self


class SettingsByFolder(Protocol):
    """Settings that may depend on the folder of a file."""

    def in_folder(self, folder: str) -> Settings:
        """Return the settings of the files in a folder, given by its absolute path."""
        ...
