"""What one comment asks for.

    # noqa                                    everything on its line
    # noqa: TFG201, TFG3                      codes and prefixes; E501 is for somebody else
    # tflintgrad: ignore                      the same, for tflintgrad only
    # tflintgrad: ignore[numpy-escape]        codes, prefixes or names
    # tflintgrad: ignore-file[TFG201]         in the whole file; on a line of its own
    # tflintgrad: noqa: TFG2                  the same, spelt like `# ruff: noqa`
    # flake8: noqa                            the same, for every linter

`[…]` and `: …` are interchangeable. After a colon, the first word that is no code starts an
explanation; a list of nothing but explanation silences everything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tflintgrad.knowledge.rules import RulebookError, rulebook

if TYPE_CHECKING:
    from collections.abc import Iterator

Scope = Literal["line", "file"]

FAMILY = "TFG"

_DIRECTIVE = re.compile(
    r"#\s*(?P<tool>(?:tflintgrad\s*:|flake8\s*[:=])\s*)?(?P<verb>[a-z]\w*(?:-\w+)*)", re.IGNORECASE
)
_BRACKETS = re.compile(r"\s*\[(?P<list>[^\]#]*)\]")
_COLON = re.compile(r"\s*:(?P<list>[^#]*)")
_WORD = re.compile(r"[^,\s]+")
# Codes of any linter: a list with only E501 in it is addressed to somebody else.
_CODE = re.compile(rf"(?:[A-Z]+[0-9]+|{FAMILY})(?![A-Z0-9])", re.IGNORECASE)
#: What follows a word that is meant as an order, and not as the start of a sentence.
_ORDERLY = re.compile(r"\s*(?:[\[:=(#]|$)")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a list: where it stands in the comment, and what it means."""

    text: str
    start: int
    end: int
    code: str | None
    """A code or prefix of any linter; None for a word that is neither that nor a name."""

    @property
    def is_rule(self) -> bool:
        """Whether it means at least one rule of ours."""
        return self.code is not None and any(map(self.covers, rulebook().names))

    def covers(self, code: str) -> bool:
        return self.code is not None and code.startswith(self.code)


@dataclass(frozen=True, slots=True)
class SuppressionComment:
    """One order in a comment; `start` and `end` are its place in it, without an explanation."""

    text: str
    start: int
    end: int
    scope: Scope
    entries: tuple[Entry, ...] | None
    """What it names; None for everything."""
    ours: bool
    """Whether it is addressed to tflintgrad by name."""
    problem: str = ""
    """Why it cannot be followed."""

    def covers(self, code: str) -> bool:
        if self.problem:
            return False
        return self.entries is None or any(entry.covers(code) for entry in self.entries)

    @property
    def addressed(self) -> tuple[Entry, ...]:
        """The entries that are meant for us, known or not."""
        entries = self.entries or ()
        return entries if self.ours else tuple(e for e in entries if _is_of_family(e.code))


def read_comment(comment: str, *, alone: bool = False) -> list[SuppressionComment]:
    """All orders in a comment; `alone` says whether it has its line to itself."""
    return list(_directives(comment, alone))


def complaint_about(entry: Entry) -> str:
    """What to say about an entry that is no rule, with what may have been meant."""
    try:
        rulebook().expand([entry.text])
    except RulebookError as problem:
        return str(problem)
    return ""


def _directives(comment: str, alone: bool) -> Iterator[SuppressionComment]:
    for found in _DIRECTIVE.finditer(comment):
        tool = (found["tool"] or "").lower()
        verb = found["verb"].lower()
        if tool.startswith("tflintgrad"):
            if verb in ("ignore", "ignore-file", "noqa"):
                yield _ours(comment, found, verb, alone)
            elif _ORDERLY.match(comment, found.end()):
                problem = f"`{verb}` is not understood; write `# tflintgrad: ignore[CODE]`"
                yield _directive(comment, found, found.end(), "line", (), problem=problem)
        elif verb == "noqa" and (not tool or alone):
            end, entries = _colon_list(comment, found.end())
            # Plain words after the colon are an explanation, and silence all like no words.
            yield _directive(comment, found, end, "file" if tool else "line", entries or None)


def _ours(comment: str, found: re.Match[str], verb: str, alone: bool) -> SuppressionComment:
    is_for_file = verb == "ignore-file" or (verb == "noqa" and alone)
    scope: Scope = "file" if is_for_file else "line"
    problem = ""
    if verb == "ignore-file" and not alone:
        problem = "`ignore-file` has to stand on a line of its own"
    entries: tuple[Entry, ...] | None
    if brackets := _BRACKETS.match(comment, found.end()):
        end = brackets.end()
        words = _WORD.finditer(comment, brackets.start("list"), brackets.end("list"))
        entries = tuple(_entry(word, _meaning(word[0])) for word in words)
        if not entries:
            problem = problem or "the list is empty"
    elif comment[found.end() :].lstrip().startswith("["):
        return _directive(comment, found, found.end(), scope, (), problem="a `]` is missing")
    else:
        end, listed = _colon_list(comment, found.end())
        entries = listed or None
    return _directive(comment, found, end, scope, entries, problem=problem)


def _directive(
    comment: str,
    found: re.Match[str],
    end: int,
    scope: Scope,
    entries: tuple[Entry, ...] | None,
    problem: str = "",
) -> SuppressionComment:
    start = found.start()
    ours = (found["tool"] or "").lower().startswith("tflintgrad")
    return SuppressionComment(comment[start:end], start, end, scope, entries, ours, problem)


def _colon_list(comment: str, at: int) -> tuple[int, tuple[Entry, ...]]:
    """The codes and names after a colon, and where the last of them ends."""
    colon = _COLON.match(comment, at)
    entries: list[Entry] = []
    if colon is not None:
        for word in _WORD.finditer(comment, colon.start("list"), colon.end("list")):
            meaning = _meaning(word[0])
            if meaning is None:
                break
            entries.append(_entry(word, meaning))
    return (entries[-1].end if entries else at), tuple(entries)


def _entry(word: re.Match[str], meaning: str | None) -> Entry:
    # Only as much of the word as is a code: `TFG201.` ends a sentence.
    code = _CODE.match(word[0])
    text = code[0] if code and meaning == code[0].upper() else word[0]
    return Entry(text, word.start(), word.start() + len(text), meaning)


def _meaning(word: str) -> str | None:
    """The code or prefix that a word is, or that the rule of this name has."""
    if code := _CODE.match(word):
        return code[0].upper()
    return rulebook().code_for(word)


def _is_of_family(code: str | None) -> bool:
    return code is not None and code.startswith(FAMILY)
