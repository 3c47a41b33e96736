"""`tflintgrad graph`."""

from __future__ import annotations

import os
from typing import Any

import click

from tflintgrad.frontends.cli.options import tensorflow_version
from tflintgrad.frontends.cli.settings import settings_near


@click.command("graph")
@click.argument("place", metavar="FILE[:LINE]")
@click.option(
    "--output-format",
    type=click.Choice(["text", "mermaid", "dot", "svg", "json"]),
    help="How it is drawn; by default as the name of --output-file ends, or else as text.",
)
@click.option(
    "-o",
    "--output-file",
    metavar="PATH",
    help="Write the picture to this file instead.",
)
@tensorflow_version
def command(place: str, output_format: str | None, output_file: str | None, **options: Any) -> int:
    """Draw the way of a gradient: what somebody would sketch on a whiteboard to explain the bug.

    With a LINE, the picture of the finding or of the gradient query on that line, or of the query
    whose path goes through it; without one, of all queries in FILE. In a notebook, a line is
    written nb.ipynb:cell 7:3. Boxes are lines of the program, from the sources down to the query;
    where the gradient is lost on its way back up, the arrow is red. Long stretches in which nothing
    happens share a box.

    \b
    Examples:
      tflintgrad graph train.py:24
      tflintgrad graph train.py
      tflintgrad graph train.py:24 --output-file bug.svg
      tflintgrad graph train.py:24 --output-format mermaid
      tflintgrad graph 'study.ipynb:cell 7:3'
    """
    from tflintgrad.frontends.cli.graph import run_graph

    settings = settings_near(os.path.dirname(place), options)
    return run_graph(place, output_format, output_file, settings.tensorflow_version)
