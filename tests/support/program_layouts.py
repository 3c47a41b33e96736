"""Layouts of a program that a fix keeps: line ends, comments in odd places, nesting, walruses."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable

Layout = Callable[[str], str]

_ASSIGNMENT = re.compile(r"( *)([a-z_]\w*) = ([^=#\n]*[^=#\n:(\[{,\\ ])\n")
#: A block of one simple statement, and its head.
_SHORT_BLOCK = re.compile(
    r"^(?P<margin> *)(?P<head>(?:with|for|if|while) .*:)\n(?P=margin)    "
    r"(?P<body>[a-z][^\n#]*[^\n:(\[{,#])\n(?!(?P=margin) )",
    re.MULTILINE,
)


def indented(text: str, head: str) -> str:
    """Return a program as the body of a compound statement."""
    margin = "    " * head.count("\n")
    lines = text.splitlines(keepends=True)
    return head + "".join(f"{margin}{line}" if line.strip() else line for line in lines)


def commented(text: str) -> str:
    """Return a program with a comment at the end of each line, where one may stand."""
    lines = [f"{line}  # note" if line.strip() else line for line in text.splitlines()]
    return "\n".join(lines) + "\n"


def with_comments_between(text: str) -> str:
    """Return a program with a comment of no indentation below each statement and head."""
    ends = {found.end[0] for found in _tokens(text) if found.type == tokenize.NEWLINE}
    lines = text.splitlines(keepends=True)
    return "".join(
        f"{line}# below {number}\n" if number in ends else line
        for number, line in enumerate(lines, 1)
    )


def with_comments_in_brackets(text: str) -> str:
    """Return a program with a comment after the first bracket of each line."""
    lines = text.splitlines(keepends=True)
    done: set[int] = set()
    inside = 0  # brackets within an f-string are left alone
    for found in _tokens(text):
        name = tokenize.tok_name[found.type]
        inside += (name == "FSTRING_START") - (name == "FSTRING_END")
        row, column = found.start
        if found.string == "(" and not inside and row not in done:
            line = lines[row - 1]
            lines[row - 1] = f"{line[: column + 1]}  # inside {row}\n{line[column + 1 :]}"
            done.add(row)
    return "".join(lines)


def with_walruses(text: str) -> str:
    """Return a program that binds names in expressions."""
    return _each_assignment(text, r"\1(\2 := \3)\n")


def annotated(text: str) -> str:
    """Return a program with the types of its names."""
    return _each_assignment(text, r"\1\2: object = \3\n")


def on_one_line(text: str) -> str:
    """Return a program in which blocks of one simple statement stand on the line of their head."""
    return _SHORT_BLOCK.sub(r"\g<margin>\g<head> \g<body>\n", text)


LAYOUTS: dict[str, Layout] = {
    "carriage returns": lambda text: text.replace("\n", "\r\n"),
    "old line ends": lambda text: text.replace("\n", "\r"),
    "mixed line ends": lambda text: text.replace(")\n", ")\r\n"),
    "form feeds": lambda text: text.replace("\n\n\n", "\n\x0c\n\n"),
    "tabs": lambda text: text.replace("    ", "\t"),
    "one line more": lambda text: "# a comment\n" + text,
    "in a function": lambda text: indented(text, "def main():\n"),
    "decorated": lambda text: indented(text, "@print\ndef main(first, /, *, second=1):\n"),
    "in a condition": lambda text: indented(text, "if (count := 1) > 0:\n"),
    "nested": lambda text: indented(
        text, "class A:\n    def method(self):\n        def inner():\n"
    ),
    "in try": lambda text: indented(text, "try:\n") + "finally:\n    pass\n",
    "comments": commented,
    "comments between": with_comments_between,
    "comments in brackets": with_comments_in_brackets,
    "walruses": with_walruses,
    "annotations": annotated,
    "on one line": on_one_line,
    "semicolons": lambda text: re.sub(r"\n(?=[a-z_]\w* = .*[^\\(\[{,]\n)", "\nfirst = 1; ", text),
    "continued lines": lambda text: text.replace(" = tf.", " = \\\n    tf."),
    "no last line end": lambda text: text.rstrip("\n"),
}


def _tokens(text: str) -> list[tokenize.TokenInfo]:
    return list(tokenize.generate_tokens(io.StringIO(text).readline))


def _each_assignment(text: str, template: str) -> str:
    """Return a program with assignments to a name rewritten, as far as that is Python."""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        found = _ASSIGNMENT.fullmatch(line)
        if found is None:
            continue
        lines[number] = found.expand(template)
        try:
            ast.parse("".join(lines))
        except SyntaxError:
            lines[number] = line
    return "".join(lines)
