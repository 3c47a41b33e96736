"""`tflintgrad graph`: the gradient-flow graph of a query as a picture."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

import click

from tflintgrad.engine.analysis import INCOMPLETE
from tflintgrad.engine.workspace import Workspace
from tflintgrad.frontends.cli.locations import Place, parse_place
from tflintgrad.frontends.cli.output_file import report_to
from tflintgrad.output.diagrams import dot, json_format, mermaid, svg, text
from tflintgrad.output.diagrams.selection import DiagramSelector, NothingToDraw
from tflintgrad.output.style import style_for
from tflintgrad.source.decoding import DecodeError, decode
from tflintgrad.source.files import Unreadable, read_bytes
from tflintgrad.source.notebook import BrokenNotebook, is_notebook, open_notebook
from tflintgrad.source.syntax.parse import SyntaxProblem

if TYPE_CHECKING:
    from typing import TextIO

    from tflintgrad.output.diagrams.model import Diagram

#: What a file is to hold, by the end of its name.
SUFFIXES = {".svg": "svg", ".dot": "dot", ".gv": "dot", ".mmd": "mermaid", ".json": "json"}
#: Where nobody looks at a terminal.
_WIDTH = 100


def run_graph(place: str, output_format: str | None, output_file: str | None, version: str) -> int:
    suffix = os.path.splitext(output_file)[1].lower() if output_file is not None else ""
    chosen = output_format or SUFFIXES.get(suffix, "text")
    # A file may have a colon and digits at the end of its name.
    line = None if os.path.isfile(place) else parse_place(place)
    sketches = _sketches(line.path if line is not None else place, line, version)
    with report_to(output_file, sys.stdout) as stream:
        stream.write(_drawn(sketches, chosen, stream))
    return 0


def _sketches(path: str, line: Place | None, version: str) -> list[Diagram]:
    _check_readable(path)
    absolute = os.path.abspath(path)
    selector = DiagramSelector(Workspace({absolute: path}), version)
    try:
        if selector.program(absolute).incomplete:
            print(f"warning: {path}:1: {INCOMPLETE}, and are not drawn", file=sys.stderr)
        if line is None:
            return selector.for_file(absolute)
        return selector.at_line(absolute, str(line), line.is_in)
    except SyntaxProblem as problem:
        where = f"{path}:{problem.row}:{problem.column}"
        raise click.ClickException(f"{where}: {problem.message}") from None
    except NothingToDraw as nothing:
        raise click.ClickException(str(nothing)) from None


def _check_readable(path: str) -> None:
    """Whatever is wrong with a file is said in one line."""
    try:
        if is_notebook(path):
            open_notebook(path)
        else:
            decode(read_bytes(path))
    except (Unreadable, BrokenNotebook) as problem:
        raise click.ClickException(f"{path}: {problem}") from None
    except DecodeError as problem:
        raise click.ClickException(f"{path}: {problem.message}") from None


def _drawn(sketches: list[Diagram], output_format: str, stream: TextIO) -> str:
    if output_format == "svg":
        return svg.draw(sketches)
    if output_format == "json":
        return json_format.draw(sketches)
    if output_format == "text":
        return _as_text(sketches, stream)
    lines = mermaid.draw(sketches) if output_format == "mermaid" else dot.draw(sketches)
    return "".join(f"{line}\n" for line in lines)


def _as_text(sketches: list[Diagram], stream: TextIO) -> str:
    style = style_for(stream, os.environ)
    width = shutil.get_terminal_size((_WIDTH, 24)).columns if stream.isatty() else _WIDTH
    pictures = []
    for number, sketch in enumerate(sketches, 1):
        first, *rest = text.draw(sketch, style.paint, width)
        heading = f"{number}. {first}" if len(sketches) > 1 else first
        pictures.append("".join(f"{line}\n" for line in (heading, *rest)))
    return "\n".join(pictures)
