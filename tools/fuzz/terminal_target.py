"""Names, comments and strings that want to be more than text: in terminals, logs and web pages."""

from __future__ import annotations

import json
import re
from random import Random

from tflintgrad import check_texts
from tflintgrad.config.output_formats import output_formats
from tflintgrad.output import renderer
from tflintgrad.output.style import Style
from tools.fuzz.target import Target, expect

_PIECES = (
    *("\x1b[31m", "\x1b]0;title\x07", "\x1b]8;;http://x\x1b\\", "\x9b2J", "\x08\x08", "\r", "\x7f"),
    *("\u202e", "\u2066", "\u200b", "\ufeff", "\x00", "\n::error::x", "::set-output name=a::b"),
    *("##vso[task.setvariable]x", "%0A", "]]>", "<script>alert(1)</script>", "&amp;", '" onload="'),
    *("`", "**", "|", "é", "𝒳", "\udcff", "\u2028", "]", ";", ",", ":", "'", '"', "\\"),
)
#: No such character belongs into what a terminal or a log shows.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
#: What a CI service runs as a command: at the start of a line, or anywhere in it.
_COMMAND = re.compile(r"(?im)^\s*::|##(?:vso|teamcity)\[")
_STRUCTURED = ("json", "json-lines", "sarif", "rdjson", "gitlab")


def hostile_texts(rng: Random) -> str:
    """Return, as JSON, the name of a file, a comment, the name of a variable and a string."""
    made = ["".join(rng.choices(_PIECES, k=rng.choice((1, 2, 5)))) for _ in range(3)]
    return json.dumps([*made, rng.choice(("w", "ŵ", "变量", "ﬁ", "𝒳"))])


def program_with(comment: str, string: str, variable: str) -> str:
    """Return a program with a finding that has a comment, a string and a name in its lines."""
    comment = re.sub("[\r\n\x00\udcff]", " ", comment)
    return (
        f"import tensorflow as tf\n{variable} = tf.Variable(1.0)\n"
        f"with tf.GradientTape() as tape:\n    y = tf.constant({variable}.numpy())  # {comment}\n"
        f"print(tape.gradient(y, {variable}))\nz = {string!r}\n"
    )


def _attempt(case: str) -> None:
    name, comment, string, variable = json.loads(case)
    path = name.replace("/", "_").replace("\x00", "") + ".py"
    results = check_texts({path: program_with(comment, string, variable)})
    for format_name in output_formats():
        if format_name == "html":  # it reads the file, which does not exist
            continue
        written = "".join(renderer(format_name)(results, Style()))
        found = _UNSAFE.search(written) if format_name != "junit" else None  # XML, for no terminal
        expect(found is None, f"{format_name} has {found.group() if found else ''!r}")
        if format_name not in (*_STRUCTURED, "github", "azure", "junit"):
            expect(_COMMAND.search(written) is None, f"{format_name} has a command")
        if format_name in ("github", "azure"):
            count = sum(len(result.findings) for result in results)
            expect(written.count("\n") == count, f"{format_name} has another line")
        if format_name == "junit":
            expect("<script" not in written, "junit has a tag")
        if format_name in _STRUCTURED:
            for line in [written] if format_name != "json-lines" else written.splitlines():
                json.loads(line)


TERMINALS = Target("terminals", hostile_texts, _attempt)
