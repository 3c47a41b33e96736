"""Parser of suppression comments.

    # noqa                                    suppresses everything on its line
    # noqa: TFG201, TFG3                      codes and prefixes; E501 belongs to another linter
    # tflintgrad: ignore                      everything on its line, of tflintgrad only
    # tflintgrad: ignore[numpy-escape]        codes, prefixes or names
    # tflintgrad: ignore-file[TFG201]         in the whole file; on a line of its own
    # tflintgrad: noqa: TFG2                  in the whole file, written like `# ruff: noqa`
    # flake8: noqa                            in the whole file, of every linter

`[…]` and `: …` are interchangeable. After a colon, the first word that is not a code starts an
explanation; a list that consists of an explanation suppresses everything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tflintgrad import limits
from tflintgrad.knowledge.rules import RulebookError, rulebook

if TYPE_CHECKING:
    from collections.abc import Iterator

Scope = Literal["line", "file"]

_DIRECTIVE = re.compile(
    r"#\s*(?P<tool>(?:tflintgrad\s*:|flake8\s*[:=])\s*)?(?P<verb>[a-z]\w*(?:-\w+)*)", re.IGNORECASE
)
_BRACKETS = re.compile(r"\s*\[(?P<list>[^\]#]*)\]")
_COLON = re.compile(r"\s*:(?P<list>[^#]*)")
_WORD = re.compile(r"[^,\s]+")
# Codes of any linter: a list with nothing but E501 is not for tflintgrad. Without digits, only
# letters of ours are a code.
_CODE = re.compile(r"([A-Z]+)([0-9]*)(?![A-Z0-9])", re.IGNORECASE)
#: Follows the verb of a directive, but not the first word of a sentence.
_AFTER_VERB = re.compile(r"\s*(?:[\[:=(#]|$)")


@dataclass(frozen=True, slots=True)
class RuleRef:
    """One entry of a comment's list: its position in the comment, and the rules it refers to."""

    text: str
    start: int
    end: int
    code: str | None
    """A code or prefix of any linter; None for a word that is neither that nor a rule's name."""

    @property
    def is_rule(self) -> bool:
        """True if it refers to at least one rule of tflintgrad."""
        return self.code is not None and any(map(self.covers, rulebook().names))

    def covers(self, code: str) -> bool:
        """True if it refers to the rule with this code."""
        return self.code is not None and code.startswith(self.code)


@dataclass(frozen=True, slots=True)
class SuppressionComment:
    """One directive of a comment; `start` and `end` are its position, without an explanation."""

    text: str
    start: int
    end: int
    scope: Scope
    entries: tuple[RuleRef, ...] | None
    """The rules that it lists; None if it suppresses everything."""
    for_tflintgrad: bool
    """True if it names tflintgrad."""
    problem: str = ""
    """The reason why it is invalid."""

    def covers(self, code: str) -> bool:
        """True if it suppresses the rule with this code."""
        if self.problem:
            return False
        return self.entries is None or any(entry.covers(code) for entry in self.entries)

    @property
    def own_entries(self) -> tuple[RuleRef, ...]:
        """Return the entries that are meant for tflintgrad, existing rules or not."""
        entries = self.entries or ()
        return (
            entries if self.for_tflintgrad else tuple(e for e in entries if _is_of_family(e.code))
        )


def read_comment(comment: str, *, alone: bool = False) -> list[SuppressionComment]:
    """Parse the directives of a comment; `alone` tells that there is no code on its line.

    Of a very long comment, the start is read: each directive can make a finding that quotes it.
    """
    return list(_directives(comment[: limits.MAX_COMMENT_CHARACTERS], alone))


def unknown_rule_message(entry: RuleRef) -> str:
    """Return the message about an entry that is no rule, with a suggestion."""
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
                yield _own_directive(comment, found, verb, alone)
            elif _AFTER_VERB.match(comment, found.end()):
                problem = f"`{verb}` is unknown; write `# tflintgrad: ignore[CODE]`"
                yield _directive(comment, found, found.end(), "line", (), problem=problem)
        elif verb == "noqa" and (not tool or alone):
            end, entries = _colon_list(comment, found.end())
            # Plain words after the colon are an explanation; they do not limit the directive.
            yield _directive(comment, found, end, "file" if tool else "line", entries or None)


def _own_directive(
    comment: str, found: re.Match[str], verb: str, alone: bool
) -> SuppressionComment:
    """Parse the rest of a directive that names tflintgrad."""
    is_for_file = verb == "ignore-file" or (verb == "noqa" and alone)
    scope: Scope = "file" if is_for_file else "line"
    problem = ""
    if verb == "ignore-file" and not alone:
        problem = "`ignore-file` must be on a line of its own"
    entries: tuple[RuleRef, ...] | None
    if brackets := _BRACKETS.match(comment, found.end()):
        end = brackets.end()
        words = _WORD.finditer(comment, brackets.start("list"), brackets.end("list"))
        entries = tuple(_entry(word, _meaning(word[0])) for word in words)
        if not entries:
            problem = problem or "its list is empty"
    elif comment[found.end() :].lstrip().startswith("["):
        return _directive(
            comment, found, found.end(), scope, (), problem="the closing `]` is missing"
        )
    else:
        end, listed = _colon_list(comment, found.end())
        entries = listed or None
    return _directive(comment, found, end, scope, entries, problem=problem)


def _directive(
    comment: str,
    found: re.Match[str],
    end: int,
    scope: Scope,
    entries: tuple[RuleRef, ...] | None,
    problem: str = "",
) -> SuppressionComment:
    start = found.start()
    for_tflintgrad = (found["tool"] or "").lower().startswith("tflintgrad")
    return SuppressionComment(
        comment[start:end], start, end, scope, entries, for_tflintgrad, problem
    )


def _colon_list(comment: str, at: int) -> tuple[int, tuple[RuleRef, ...]]:
    """Parse the codes and names after a colon, and return where the last of them ends."""
    colon = _COLON.match(comment, at)
    entries: list[RuleRef] = []
    if colon is not None:
        for word in _WORD.finditer(comment, colon.start("list"), colon.end("list")):
            meaning = _meaning(word[0])
            if meaning is None:
                break
            entries.append(_entry(word, meaning))
    return (entries[-1].end if entries else at), tuple(entries)


def _entry(word: re.Match[str], meaning: str | None) -> RuleRef:
    # Only the code at the start of the word: the period in `TFG201.` ends a sentence.
    code = _code(word[0])
    text = code if meaning == code.upper() else word[0]
    return RuleRef(text, word.start(), word.start() + len(text), meaning)


def _meaning(word: str) -> str | None:
    """Return the code or prefix that a word is, or the code of the rule with this name."""
    return _code(word).upper() or rulebook().code_for(word)


def _code(word: str) -> str:
    """Return the code or prefix that a word begins with; "" for any other word."""
    found = _CODE.match(word)
    is_code = found and (found[2] or found[1].upper() in rulebook().families)
    return found[0] if found is not None and is_code else ""


def _is_of_family(code: str | None) -> bool:
    return code is not None and code.startswith(rulebook().families)
