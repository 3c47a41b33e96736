"""Templates of messages and helps: `{name}` is filled in, `{name:text}` has a text of its own.

A help is read in two places: on the rule's page, where the texts stand, and beside a finding, where
the names of the program take their place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_PLACEHOLDER: Final = re.compile(r"\{([a-z_]+)(?::([^{}]*))?\}")


def fill(template: str, facts: Mapping[str, object]) -> str:
    """Return a template with its placeholders filled in; KeyError for one that has no text."""

    def text(found: re.Match[str]) -> str:
        own = found[2]
        known = facts.get(found[1]) if own is not None else facts[found[1]]
        return own if known in (None, "") and own is not None else str(known)

    return _PLACEHOLDER.sub(text, template)


def with_own_texts(template: str) -> str:
    """Return a template as it reads where nothing is known about a program."""
    return _PLACEHOLDER.sub(lambda found: found[0] if found[2] is None else found[2], template)


def is_template(text: object) -> bool:
    """True for a text in which all braces belong to placeholders."""
    return isinstance(text, str) and not re.search("[{}]", _PLACEHOLDER.sub("", text))
