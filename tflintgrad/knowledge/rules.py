"""The rules in `rules/`: each page is registration and documentation at once.

File names (`TFG201-numpy-escape.md`) give code and name, so that most lookups open no file; a page
is read (`rule_page.py`) when more of it is needed. Installed packages (`plugins.py`) add pages of
their own, under other letters.
"""

from __future__ import annotations

import os
import re
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tflintgrad.knowledge.plugins import Plugin
    from tflintgrad.knowledge.rule_page import Rule, Variant

#: The letters of our own codes.
FAMILY = "TFG"

#: The documentation, which `tools.site` builds.
SITE = "https://tflintgrad.github.io/tflintgrad/"
RULE_PAGES = f"{SITE}rules/"
SYNTAX_ERROR = "TFG000"
UNEXPLAINED = "TFG001"
UNUSED_SUPPRESSION = "TFG002"
EVERYTHING = "ALL"
#: The page of a plugin's rule: `ACM101-name.md`.
_PLUGIN_PAGE = re.compile(r"([A-Z]{3,8})([0-9]{3})-([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\.md")


class RulebookError(Exception):
    """A rule that does not exist, or a rule page that is not well-formed."""


def url_of(code: str) -> str:
    """Return the address of a rule's page, or of the list of rules for a code without a page."""
    book = rulebook()
    if book.owner_of(code) is not None:
        return book.get(code).link
    return f"{RULE_PAGES}{code}/" if book.name_of(code) else RULE_PAGES


class Rulebook:
    """All rules of one folder and of plugins, looked up by code or by name."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        #: The plugins that were added.
        self.plugins: tuple[Plugin, ...] = ()
        #: The plugin of each family of codes, by its letters.
        self._owners: dict[str, Plugin] = {}
        #: The pages of plugins by code.
        self._added: dict[str, str] = {}
        self._loaded: dict[str, Rule] = {}
        self._variants: dict[str, Variant] = {}

    def add(self, plugins: Iterable[Plugin]) -> None:
        """Add the rules of plugins, each once; raise RulebookError for pages that cannot be."""
        for plugin in plugins:
            if plugin not in self.plugins:
                self._add(plugin)

    def _add(self, plugin: Plugin) -> None:
        pages: dict[str, str] = {}
        names = set(self._codes_by_name)
        for entry in sorted(os.listdir(plugin.folder)):
            found = _PLUGIN_PAGE.fullmatch(entry)
            if found is not None:
                letters, code, name = found[1], found[1] + found[2], found[3]
                if letters == FAMILY:
                    raise RulebookError(
                        f"{plugin}: {entry}: {FAMILY} is for tflintgrad's own rules"
                    )
                if other := self._owners.get(letters):
                    raise RulebookError(f"{plugin}: {entry}: {letters} is for {other}")
                if code in pages or name in names:
                    raise RulebookError(f"{plugin}: {entry}: another rule has this code or name")
                pages[code] = entry
                names.add(name)
            elif entry.endswith(".md") and entry[:1].isupper() and entry != "README.md":
                raise RulebookError(f"{plugin}: {entry}: a page is called like ABC101-some-name.md")
        if not pages:
            raise RulebookError(f"{plugin}: no page such as ABC101-name.md in {plugin.folder}")
        self._owners |= {code[:-3]: plugin for code in pages}
        self._added |= {code: os.path.join(plugin.folder, name) for code, name in pages.items()}
        self.plugins = (*self.plugins, plugin)
        for remembered in ("names", "_codes_by_name", "selectors"):
            self.__dict__.pop(remembered, None)

    @property
    def families(self) -> tuple[str, ...]:
        """The letters that codes begin with: our own, then those of plugins."""
        return (FAMILY, *self._owners)

    def owner_of(self, code: str) -> Plugin | None:
        """Return the plugin that a rule belongs to; None for all others."""
        return self._owners.get(code[:-3]) if self._owners else None

    def codes_of(self, plugin: Plugin) -> list[str]:
        """Return the codes of a plugin's rules."""
        return [code for code in self._added if self.owner_of(code) == plugin]

    @cached_property
    def _files(self) -> dict[str, str]:
        """File names by code, from the folder's listing alone."""
        try:
            listing = sorted(os.listdir(self.folder))
        except OSError:
            listing = []
        files: dict[str, str] = {}
        for entry in listing:
            if not (entry.startswith(FAMILY) and entry.endswith(".md")):
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
        """Names by code, ordered by code."""
        names = {code: entry[len(code) + 1 : -len(".md")] for code, entry in self._files.items()}
        names.setdefault(SYNTAX_ERROR, "syntax-error")
        for code, path in self._added.items():
            names[code] = os.path.basename(path)[len(code) + 1 : -len(".md")]
        return dict(sorted(names.items()))

    @cached_property
    def _codes_by_name(self) -> dict[str, str]:
        return {name: code for code, name in self.names.items()}

    def code_for(self, wanted: str) -> str | None:
        """Return the code of a rule given by code or name, in any case; None if there is none."""
        if wanted.upper() in self.names:
            return wanted.upper()
        return self._codes_by_name.get(wanted.lower())

    def name_of(self, code: str) -> str:
        """Return a rule's name, or "" for a code without a page, so that it can be reported."""
        return self.names.get(code, "")

    def file_of(self, code: str) -> str:
        """Return the file name of a rule's page; README.md is about all of them."""
        return self._files.get(code, "README.md")

    def path_of(self, code: str) -> str:
        """Return the path of a rule's page."""
        return self._added.get(code) or self._path(self.file_of(code))

    def is_default(self, code: str) -> bool:
        """True if the rule is on by default."""
        return self.get(code).default if code in self.names else True

    def get(self, wanted: str) -> Rule:
        """Return the rule with this code or name; the error names the nearest ones."""
        code = self.code_for(wanted)
        if code is None:
            raise RulebookError(f"there is no rule {wanted!r}{self._hint(wanted)}")
        rule = self._loaded.get(code)
        if rule is None:
            rule = self._loaded[code] = self._read(code)
        return rule

    def variant(self, key: str) -> Variant:
        """Return one way of breaking a rule, given as `rule-name` or `rule-name/variant`.

        The key itself names the rule, so no index over all pages is needed.
        """
        found = self._variants.get(key)
        if found is None:
            rule, _, name = key.partition("/")
            known = self.get(rule).variants
            if name not in known:
                raise RulebookError(f"the rule {rule!r} has no variant {name!r}")
            found = self._variants[key] = known[name]
        return found

    def all(self) -> list[Rule]:
        """Return all rules, ordered by code."""
        return [self.get(code) for code in self.names]

    def expand(self, selectors: Iterable[str]) -> dict[str, int]:
        """Return the codes that codes, prefixes, names or ALL select, and how exactly.

        The number is the length of the longest selector that matched: `--select TFG2 --ignore
        TFG201` and `--ignore TFG2 --select TFG201` then both mean what they look like.
        """
        meant: dict[str, int] = {}
        for selector in selectors:
            wanted = self.code_for(selector) or selector.upper()
            prefix = "" if wanted == EVERYTHING else wanted
            codes = [code for code in self.names if code.startswith(prefix)]
            # A prefix such as "T" would also be valid by the letter, but is surely a slip.
            if not codes or (wanted != EVERYTHING and not prefix.startswith(self.families)):
                hint = self._hint(selector)
                raise RulebookError(f"{selector!r} is neither a rule nor a prefix of one{hint}")
            for code in codes:
                meant[code] = max(meant.get(code, 0), len(prefix))
        return meant

    @cached_property
    def selectors(self) -> tuple[str, ...]:
        """Everything that selects some rule: ALL, prefixes, codes and names."""
        prefixes = {
            code[:end] for code in self.names for end in range(len(code) - 3, len(code) + 1)
        }
        return (EVERYTHING, *sorted(prefixes), *sorted(self._codes_by_name))

    def _hint(self, wanted: str) -> str:
        """Return the end of an error message: the rules most like one that does not exist."""
        folded = wanted.casefold()
        meant = [
            f"{code} ({name})"
            for code, name in self.names.items()
            if folded and (code.casefold().startswith(folded) or folded in name)
        ]
        if not meant:
            import difflib  # not needed unless a name is misspelt

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
        from tflintgrad.knowledge.rule_page import BUILT_IN, parse_plugin_rule, parse_rule

        owner = self.owner_of(code)
        if owner is None and code not in self._files:
            return BUILT_IN
        path = self.path_of(code)
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        except (OSError, UnicodeDecodeError) as problem:
            raise RulebookError(f"{path}: {problem}") from None
        if owner is not None:
            return parse_plugin_rule(text, path, code, self.names[code], owner.version)
        return parse_rule(text, path, code, self.names[code])


@lru_cache(maxsize=1)
def rulebook() -> Rulebook:
    """Return the rules that this copy of tflintgrad came with."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    inside = os.path.join(package, "_rules")
    beside = os.path.join(os.path.dirname(package), "rules")
    return Rulebook(inside if os.path.isdir(inside) else beside)
