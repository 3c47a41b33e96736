"""Pages of `--output-format html` that several tests look at."""

from __future__ import annotations

from functools import cache

from tests.support.command_line import tflintgrad
from tests.support.paths import ROOT
from tests.support.small_programs import NUMPY_ESCAPE
from tflintgrad.engine.check_in_memory import check_text
from tflintgrad.engine.file_result import FileResult
from tflintgrad.output import renderer
from tflintgrad.output.style import Style


def html(*results: FileResult) -> str:
    return "".join(renderer("html")(results, Style()))


@cache
def demo() -> str:
    """Return the HTML report of the example project, as the command line writes it."""
    folder = "examples/demo_project"
    finished = tflintgrad("check", "--exit-zero", "--output-format", "html", folder, cwd=ROOT)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def escape_result(text: str = NUMPY_ESCAPE, filename: str = "train.py") -> FileResult:
    result = check_text(text, filename)
    assert [finding.code for finding in result.findings] == ["TFG201"]
    return result
