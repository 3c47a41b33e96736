"""Write docs/terminal.svg, what tflintgrad prints: `python -m tools.terminal_picture`.

Colours come as escape sequences, as on any terminal; lines are broken where a terminal breaks them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "terminal.svg"
ARGUMENTS = ("check", "--isolated", "--output-format", "full", "layers.py")
SHOWN = "$ tflintgrad check layers.py"

COLUMNS = 100
CHARACTER, LINE, MARGIN = 8, 18, 16
TEXT, GROUND = "#d6deeb", "#10161f"
COLOURS = {"31": "#ff6b6b", "32": "#7bd88f", "33": "#ffd166", "34": "#6ca6ff", "36": "#5ad4e6"}

Part = tuple[str, str]
"""A piece of a line, and the codes of its colour and weight, such as `1;31`."""


def picture() -> str:
    """Return the whole picture, of the example as it is now."""
    return svg(f"{SHOWN}\n{printed()}")


def printed() -> str:
    finished = subprocess.run(
        [sys.executable, "-m", "tflintgrad", *ARGUMENTS],
        cwd=ROOT / "examples" / "demo_project",
        env={**_plain_environment(), "FORCE_COLOR": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if finished.returncode != 1:
        raise RuntimeError(f"the example is to have findings: {finished.stderr}")
    return finished.stdout


def _plain_environment() -> dict[str, str]:
    steering = ("NO_COLOR", "FORCE_HYPERLINK", "CLICOLOR_FORCE", "CLICOLOR")
    return {name: value for name, value in os.environ.items() if name not in steering}


def svg(text: str) -> str:
    """Return a picture of a text with escape sequences, as a terminal shows it."""
    lines = [line for whole in text.rstrip("\n").split("\n") for line in broken(parts_of(whole))]
    width = COLUMNS * CHARACTER + 2 * MARGIN
    height = len(lines) * LINE + 2 * MARGIN
    rows = "".join(
        drawn(line, MARGIN + LINE * number - 5) for number, line in enumerate(lines, start=1)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" font-family="ui-monospace, Menlo, Consolas,'
        f' monospace" font-size="13" fill="{TEXT}">\n'
        f'<rect width="100%" height="100%" rx="8" fill="{GROUND}"/>\n{rows}</svg>\n'
    )


def parts_of(line: str) -> list[Part]:
    pieces = re.split("\x1b\\[([0-9;]*)m", line)
    return [
        (text, code) for text, code in zip(pieces[::2], ["0", *pieces[1::2]], strict=True) if text
    ]


def broken(parts: list[Part]) -> Iterator[list[Part]]:
    """Yield a line as rows that fit: it goes on in the next row where a row is full."""
    row: list[Part] = []
    room = COLUMNS
    for text, code in parts:
        while len(text) > room:
            yield [*row, (text[:room], code)]
            row, text, room = [], text[room:], COLUMNS
        row.append((text, code))
        room -= len(text)
    yield row


def drawn(row: list[Part], y: int) -> str:
    spans = []
    column = 0
    for text, code in row:
        indent = len(text) - len(text.lstrip(" "))
        seen = text.strip(" ")
        if seen:
            # Every piece is as wide as its characters in a terminal, whatever font there is.
            spans.append(
                f'<tspan x="{MARGIN + (column + indent) * CHARACTER}"'
                f' textLength="{len(seen) * CHARACTER}"{look(code)}>{escape(seen, quote=False)}'
                "</tspan>"
            )
        column += len(text)
    return f'<text y="{y}" xml:space="preserve">{"".join(spans)}</text>\n' if spans else ""


def look(code: str) -> str:
    attributes = ""
    for number in code.split(";"):
        if number == "1":
            attributes += ' font-weight="bold"'
        elif number == "2":
            attributes += ' opacity="0.65"'
        elif number in COLOURS:
            attributes += f' fill="{COLOURS[number]}"'
    return attributes


def main() -> int:
    PICTURE.write_text(picture(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
