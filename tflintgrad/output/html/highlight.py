"""Syntax highlighting: a small tokenizer that accepts any text, also invalid Python."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from tflintgrad.output.html.escape import plain

_TOKEN = re.compile(
    r"""
    (?P<c>\#[^\n]*)
  | (?P<s>(?i:\b[rbfut]{1,2})?(?:
        '''(?:\\.|(?!''')[^\\])*(?:'''|\Z) | \"\"\"(?:\\.|(?!\"\"\")[^\\])*(?:\"\"\"|\Z)
      | '(?:\\.|[^'\\\n])*'? | "(?:\\.|[^"\\\n])*"? ))
  | (?P<d>(?m:^[ \t]*)@[\w.]+)
  | (?P<n>\b\d[\w.]*)
  | (?P<w>[^\W\d]\w*)(?P<call>(?=\())?
    """,
    re.VERBOSE | re.DOTALL,
)


def token_classes(lines: Sequence[str]) -> list[list[str]]:
    """Return the CSS class of each character of each line, "" for none."""
    text = "\n".join(lines)
    found = [""] * len(text)
    for token in _TOKEN.finditer(text):
        kind = _kind(token)
        if kind:
            found[token.start() : token.end()] = [kind] * (token.end() - token.start())
    by_line = []
    start = 0
    for line in lines:
        by_line.append(found[start : start + len(line)])
        start += len(line) + 1
    return by_line


def _kind(token: re.Match[str]) -> str:
    if word := token["w"]:
        if keyword.iskeyword(word):
            return "k"
        return "f" if token["call"] is not None else ""
    return token.lastgroup or ""


def highlighted(line: str, classes: Sequence[str], marked: Sequence[range] = ()) -> str:
    """Return a line as HTML; `marked` are the columns, from 0, that a finding points at."""

    def attributes(column: int) -> tuple[bool, str]:
        return any(column in part for part in marked), classes[column]

    return "".join(_pieces(line, [attributes(column) for column in range(len(line))]))


def _pieces(line: str, attributes: list[tuple[bool, str]]) -> Iterator[str]:
    for is_marked, columns in groupby(range(len(line)), key=lambda column: attributes[column][0]):
        content = ""
        for kind, same in groupby(columns, key=lambda column: attributes[column][1]):
            part = list(same)
            text = plain(line[part[0] : part[-1] + 1])
            content += f'<span class="{kind}">{text}</span>' if kind else text
        yield f"<mark>{content}</mark>" if is_marked else content
