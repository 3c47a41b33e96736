"""The rules as `rules/*.md` states them: each file is registration and documentation at once.

The file names alone (`TFG201-numpy-escape.md`) tell code and name, so that most questions are
answered without opening a file; a file is read when somebody asks for more.
"""

from __future__ import annotations

import os
import re
import sys
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tflintgrad.diagnostics import Effect, Severity

RULE_PAGES = "https://github.com/tflintgrad/tflintgrad/blob/main/rules/"
SYNTAX_ERROR = "TFG000"
UNUSED_SUPPRESSION = "TFG002"
EVERYTHING = "ALL"


class RulebookError(Exception):
    """A question about rules that has no answer, or a rule file that is not one."""


class Rule(NamedTuple):
    """One rule: the front matter of its file, and the Markdown after it."""

    code: str
    name: str
    summary: str
    help: str
    severity: Severity
    effect: Effect
    fix: str
    since: str
    default: bool
    body: str
    judge: str = ""
    """How verification puts it to the test, where that does not follow from the effect."""
    telltale: str = ""
    """What tells the rule's exception from others, where it is raised far from the mistake."""

    @property
    def url(self) -> str:
        return url_of(self.code)

    @property
    def raises(self) -> set[str]:
        """The exceptions that its own examples end with."""
        return set(re.findall(r"^raises: (\w+)$", self.body, re.MULTILINE))


# A file that cannot be read as Python is a finding too, though no gradient is involved: its rule
# has to exist even where the rules folder is damaged.
_BUILT_IN = Rule(
    code=SYNTAX_ERROR,
    name="syntax-error",
    summary="the file cannot be read as Python",
    help="Correct the marked place until `python -m py_compile` accepts the file",
    severity="error",
    effect="error",
    fix="no",
    since="0.1",
    default=True,
    body=(
        "## What it does\n\n"
        "Reports a file that is not valid Python: broken syntax, bytes that do not fit its\n"
        "encoding, or nesting too deep to be read.\n\n"
        "## Why is this bad?\n\n"
        "Nothing in such a file can be checked. Only files that can matter to a gradient, and\n"
        "files named on the command line, are read far enough to notice.\n"
    ),
)


def url_of(code: str) -> str:
    """The page of a rule, or, for a code without a file, the one that lists them all."""
    return RULE_PAGES + rulebook().file_of(code)


class Rulebook:
    """All rules of one folder, looked up by code or by name."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._loaded: dict[str, Rule] = {}

    @cached_property
    def _files(self) -> dict[str, str]:
        """Code → file name, from the folder's listing alone."""
        try:
            listing = sorted(os.listdir(self.folder))
        except OSError:
            listing = []
        files: dict[str, str] = {}
        for entry in listing:
            if not (entry.startswith("TFG") and entry.endswith(".md")):
                continue
            code, dash, _ = entry[: -len(".md")].partition("-")
            if not dash:
                raise RulebookError(f"{self._path(entry)}: a rule file is called CODE-name.md")
            if code in files:
                raise RulebookError(f"{self._path(entry)}: {files[code]} has the same code")
            files[code] = entry
        return files

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Code → name, ordered by code."""
        names = {code: entry[len(code) + 1 : -len(".md")] for code, entry in self._files.items()}
        names.setdefault(SYNTAX_ERROR, _BUILT_IN.name)
        return dict(sorted(names.items()))

    @cached_property
    def _codes_by_name(self) -> dict[str, str]:
        return {name: code for code, name in self.names.items()}

    def code_for(self, wanted: str) -> str | None:
        """The code of a rule given by code or name, in any case; None when there is none."""
        if wanted.upper() in self.names:
            return wanted.upper()
        return self._codes_by_name.get(wanted.lower())

    def name_of(self, code: str) -> str:
        """The rule's name; empty for a code without a file, so that a report can still be made."""
        return self.names.get(code, "")

    def file_of(self, code: str) -> str:
        """The name of the file that describes a rule; README.md is about all of them."""
        return self._files.get(code, "README.md")

    def is_default(self, code: str) -> bool:
        return self.get(code).default if code in self.names else True

    def get(self, wanted: str) -> Rule:
        """The rule with this code or name, or an error that names the nearest ones."""
        code = self.code_for(wanted)
        if code is None:
            raise RulebookError(f"there is no rule {wanted!r}{self._hint(wanted)}")
        rule = self._loaded.get(code)
        if rule is None:
            rule = self._loaded[code] = self._read(code)
        return rule

    def all(self) -> list[Rule]:
        return [self.get(code) for code in self.names]

    def expand(self, selectors: Iterable[str]) -> dict[str, int]:
        """Which codes these codes, prefixes, names or ALL mean, each with how exactly it was named.

        The number is the length of the longest selector that matched: `--select TFG2 --ignore
        TFG201` and `--ignore TFG2 --select TFG201` then both mean what they look like.
        """
        meant: dict[str, int] = {}
        for selector in selectors:
            wanted = self.code_for(selector) or selector.upper()
            prefix = "" if wanted == EVERYTHING else wanted
            codes = [code for code in self.names if code.startswith(prefix)]
            # A prefix such as "T" would also be valid by the letter, but is surely a slip.
            if not codes or (wanted != EVERYTHING and not prefix.startswith("TFG")):
                hint = self._hint(selector)
                raise RulebookError(f"{selector!r} is neither a rule nor a prefix of one{hint}")
            for code in codes:
                meant[code] = max(meant.get(code, 0), len(prefix))
        return meant

    @cached_property
    def selectors(self) -> tuple[str, ...]:
        """Everything that means some rule, as it is spelt: ALL, prefixes, codes and names."""
        prefixes = {code[:end] for code in self.names for end in range(len("TFG"), len(code) + 1)}
        return (EVERYTHING, *sorted(prefixes), *sorted(self._codes_by_name))

    def _hint(self, wanted: str) -> str:
        """What somebody may have meant who asked for a rule that does not exist."""
        folded = wanted.casefold()
        meant = [
            f"{code} ({name})"
            for code, name in self.names.items()
            if folded and (code.casefold().startswith(folded) or folded in name)
        ]
        if not meant:
            import difflib  # only for people who mistyped

            known = {name: f"{code} ({name})" for code, name in self.names.items()}
            known |= {code.casefold(): f"{code} ({name})" for code, name in self.names.items()}
            near = difflib.get_close_matches(folded, known, n=3, cutoff=0.7)
            family = folded[: len("tfg1")]
            alike = [word for word in known if len(family) > 3 and word.startswith(family)]
            meant = list(dict.fromkeys(known[word] for word in near or alike))
        if not meant:
            return "; `tflintgrad rules` lists all of them"
        return f"; did you mean {', '.join(meant[:8])}?"

    def _path(self, entry: str) -> str:
        return os.path.join(self.folder, entry)

    def _read(self, code: str) -> Rule:
        if code not in self._files:
            return _BUILT_IN
        path = self._path(self._files[code])
        with open(path, encoding="utf-8") as file:
            text = file.read()
        return parse_rule(text, path, code, self.names[code])


def parse_rule(text: str, path: str, code: str, name: str) -> Rule:
    """The rule that a file's text states; its front matter has to agree with its file name."""
    opening, fence, rest = text.partition("+++\n")
    front, closing, body = rest.partition("\n+++\n")
    if opening.strip() or not fence or not closing:
        raise RulebookError(f"{path}: a rule starts with TOML between two lines of +++")
    values = _toml(front, path)
    values.setdefault("default", True)
    values.setdefault("judge", "")
    values.setdefault("telltale", "")
    values["body"] = body.strip() + "\n"
    expected = set(Rule._fields)
    if missing := sorted(expected - values.keys()):
        raise RulebookError(f"{path}: the front matter lacks {', '.join(missing)}")
    if unknown := sorted(values.keys() - expected):
        raise RulebookError(f"{path}: the front matter has unknown keys {', '.join(unknown)}")
    if (values["code"], values["name"]) != (code, name):
        raise RulebookError(f"{path}: code and name differ from the file name")
    for key, allowed in _ALLOWED.items():
        if values[key] not in allowed:
            raise RulebookError(f"{path}: {key} is {values[key]!r}, not one of {allowed}")
    return Rule(**values)


_ALLOWED: dict[str, tuple[object, ...]] = {
    "severity": ("error", "warning", "info"),
    "effect": ("none", "wrong", "zero", "nan", "error"),
    "fix": ("safe", "unsafe", "no"),
    "default": (True, False),
}


def _toml(text: str, path: str) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise RulebookError(f"{path}: {problem}") from None


@lru_cache(maxsize=1)
def rulebook() -> Rulebook:
    """The rules this copy of tflintgrad came with."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    inside = os.path.join(package, "_rules")
    beside = os.path.join(os.path.dirname(package), "rules")
    return Rulebook(inside if os.path.isdir(inside) else beside)
