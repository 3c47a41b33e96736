"""`tflintgrad graph`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from tflintgrad.frontends.cli.options import TENSORFLOW_VERSION, with_options
from tflintgrad.frontends.cli.phrases import say

if TYPE_CHECKING:
    from typing import TextIO

    from tflintgrad.config.settings import Settings
    from tflintgrad.frontends.cli.locations import Line
    from tflintgrad.output.diagrams.model import Diagram

#: The output format that the suffix of --output-file stands for.
_SUFFIXES = {".svg": "svg", ".dot": "dot", ".gv": "dot", ".mmd": "mermaid", ".json": "json"}
#: The width of text that does not go to a terminal.
_WIDTH = 100


@click.command("graph")
@click.argument("location", metavar="FILE[:LINE]")
@click.option(
    "--output-format",
    type=click.Choice(["text", "mermaid", "dot", "svg", "json"]),
    help="The format of the picture; by default that of the suffix of --output-file, or text.",
)
@click.option(
    "-o",
    "--output-file",
    metavar="PATH",
    help="Write the picture to this file instead of standard output.",
)
@with_options([TENSORFLOW_VERSION])
def command(location: str, output_format: str | None, output_file: str | None) -> int:
    """Draw a gradient's path, as on a whiteboard.

    With a LINE, draw the finding or the gradient query on that line, or the query whose path goes
    through it; without one, draw all queries in FILE. In a notebook, write nb.ipynb:cell 7:3. Boxes
    are lines of the program, from the sources down to the query. The arrow is red where the
    gradient is lost on its way back up. Long stretches that only pass the gradient share a box.

    \b
    Examples:
      tflintgrad graph train.py:24
      tflintgrad graph train.py
      tflintgrad graph train.py:24 --output-file bug.svg
      tflintgrad graph train.py:24 --output-format mermaid
      tflintgrad graph 'study.ipynb:cell 7:3'
    """
    from tflintgrad.frontends.cli.locations import parse_line
    from tflintgrad.frontends.cli.output_file import open_report
    from tflintgrad.frontends.cli.settings import settings_for_folder

    settings = settings_for_folder(os.path.dirname(location))
    suffix = os.path.splitext(output_file)[1].lower() if output_file is not None else ""
    drawn_as = output_format or _SUFFIXES.get(suffix, "text")
    # The name of a file may end with a colon and digits.
    line = None if os.path.isfile(location) else parse_line(location)
    sketches = _sketches(line.path if line is not None else location, line, settings)
    with open_report(output_file, sys.stdout) as stream:
        stream.write(_draw(sketches, drawn_as, stream))
    return 0


def _sketches(path: str, line: Line | None, settings: Settings) -> list[Diagram]:
    from tflintgrad.engine.analyze_program import INCOMPLETE
    from tflintgrad.engine.workspace import Workspace
    from tflintgrad.output.diagrams.selection import DiagramSelector, NothingToDraw
    from tflintgrad.source.syntax.parse import SyntaxProblem

    _check_readable(path)
    absolute = os.path.abspath(path)
    workspace = Workspace({absolute: path})
    workspace.own_ops = settings.rules
    pictures = DiagramSelector(workspace, settings.tensorflow_version)
    try:
        if pictures.program(absolute).incomplete:
            say(f"warning: {path}:1: {INCOMPLETE}, and are not drawn")
        if line is None:
            return pictures.for_file(absolute)
        return pictures.at_line(absolute, str(line), line.is_in)
    except SyntaxProblem as problem:
        where = f"{path}:{problem.row}:{problem.column}"
        raise click.ClickException(f"{where}: {problem.message}") from None
    except NothingToDraw as nothing:
        raise click.ClickException(str(nothing)) from None


def _check_readable(path: str) -> None:
    """Raise ClickException, with a one-line message, if a file cannot be read."""
    from tflintgrad.source.decoding import DecodeError, decode
    from tflintgrad.source.files import Unreadable, read_bytes
    from tflintgrad.source.notebook import BrokenNotebook, is_notebook, open_notebook

    try:
        if is_notebook(path):
            open_notebook(path)
        else:
            decode(read_bytes(path))
    except (Unreadable, BrokenNotebook) as problem:
        raise click.ClickException(f"{path}: {problem}") from None
    except DecodeError as problem:
        raise click.ClickException(f"{path}: {problem.message}") from None


def _draw(sketches: list[Diagram], output_format: str, stream: TextIO) -> str:
    from tflintgrad.output.diagrams import dot, json_format, mermaid, svg

    if output_format == "svg":
        return svg.draw(sketches)
    if output_format == "json":
        return json_format.draw(sketches)
    if output_format == "text":
        return _draw_text(sketches, stream)
    lines = mermaid.draw(sketches) if output_format == "mermaid" else dot.draw(sketches)
    return "".join(f"{line}\n" for line in lines)


def _draw_text(sketches: list[Diagram], stream: TextIO) -> str:
    import shutil

    from tflintgrad.output.diagrams import text
    from tflintgrad.output.style import style_for

    style = style_for(stream, os.environ)
    width = shutil.get_terminal_size((_WIDTH, 24)).columns if stream.isatty() else _WIDTH
    pictures = []
    for number, sketch in enumerate(sketches, 1):
        first, *rest = text.draw(sketch, style.paint, width)
        heading = f"{number}. {first}" if len(sketches) > 1 else first
        pictures.append("".join(f"{line}\n" for line in (heading, *rest)))
    return "\n".join(pictures)
