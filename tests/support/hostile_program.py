"""A program that has a true finding, and does all it can to harm the user who runs it.

The test replaces names between two `@`: a folder outside of the sandbox, ports with a listener,
and so on.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

#: A finding that a single run can confirm: a tape that is used twice.
FLAGGED = """\
import os, sys
import tensorflow as tf

BEFORE
x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = x * x
tape.gradient(y, x)
BETWEEN
tape.gradient(y, x)
"""
#: A gradient that is lost, which takes several runs to confirm; the hostile part comes last.
LOST = """\
import os, sys
import tensorflow as tf

x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = tf.constant(x.numpy()) * 2.0
tape.gradient(y, x)
BEFORE
"""
#: Acts that have to fail; a program in which one works ends before its finding.
REFUSED = """\
def refused(act, *arguments):
    try:
        result = act(*arguments)
    except (OSError, ValueError):
        return
    if result != -1:  # as C functions say it
        raise SystemExit(f"it worked: {result!r}")

"""


@dataclass(frozen=True, slots=True)
class Hostile:
    """The parts of a program, and the expected verdict of its finding.

    `ended` is a pattern of the reason why the program itself could not show the finding. If it is
    empty, the finding must be confirmed despite the hostile code. A finding may also be confirmed
    by its rebuilt path, without the hostile code; the reason still names the program's behaviour.
    """

    before: str = ""
    between: str = ""
    ended: str = ""
    #: True for a race: the finding is either confirmed, or the program is ended.
    either: bool = False
    text: str = ""

    def program(self, locations: dict[str, str]) -> str:
        text = self.text or FLAGGED
        for name in ("before", "between"):
            text = text.replace(name.upper(), textwrap.dedent(getattr(self, name)).strip(), 1)
        for name, value in locations.items():
            text = text.replace(f"@{name}@", value)
        return text


def held(acts: str) -> Hostile:
    """Return a program that asserts that the sandbox refuses every act, one per line."""
    lines = textwrap.dedent(acts).strip().splitlines()
    imports = [line for line in lines if line.startswith(("import ", "from "))]
    acting = [line if line.startswith("!") else f"refused({line})" for line in lines]
    calls = [
        line.lstrip("!") for line, raw in zip(acting, lines, strict=True) if raw not in imports
    ]
    return Hostile(before="\n".join([*imports, REFUSED, *calls]))
