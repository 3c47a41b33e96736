"""`check` on programs: made up, mutated from real ones, and in projects of several modules."""

from __future__ import annotations

import zlib
from random import Random

from tflintgrad import check_texts
from tflintgrad.config.output_formats import output_formats
from tflintgrad.config.settings import Settings
from tflintgrad.engine.check_in_memory import check_bytes, check_text
from tflintgrad.engine.file_result import FileResult
from tflintgrad.engine.fixes import fixes_of, noqa_for
from tflintgrad.engine.rewriting import CannotRewrite, rewritten
from tflintgrad.output import renderer
from tflintgrad.output.style import Style
from tools.fuzz.mutations import mutated
from tools.fuzz.programs import program
from tools.fuzz.seeds import programs
from tools.fuzz.target import Target, expect

_SETTINGS = Settings(extend_select=("TFG9", "TFG0"), unused_noqa=True)
#: Pictures are drawn by analysing once more, which has to find the file.
_FORMATS = [name for name in output_formats() if name != "html"]
#: Not the name of a file: there is no project around it to look through.
_NAME = "<program>"
_MODULES = ("a", "b", "c", "x", "y")
_BORDER = "# --- module {}\n"
#: The folder need not exist: texts replace its files.
_FOLDER = "/nowhere/project"


def _mutation(rng: Random) -> str:
    return mutated(rng.choice(programs()), rng, programs())


def _project(rng: Random) -> str:
    """Return modules that import each other, in circles as well."""
    parts = []
    for name in rng.sample(_MODULES, k=rng.randint(2, 4)):
        text = program(rng) if rng.random() < 0.6 else _mutation(rng)
        for other in rng.sample(_MODULES, k=rng.randint(0, 3)):
            line = rng.choice(
                (f"import {other}", f"from {other} import *", f"from .{other} import f")
            )
            text = f"{line}\n{text}"
        parts.append(_BORDER.format(name) + text)
    return "".join(parts)


def _attempt_text(text: str) -> None:
    result = check_text(text, _NAME, _SETTINGS)
    _expect_sound(result)
    render([result], text)
    _rewrite(result, text)


def _attempt_source(text: str) -> None:
    """Check as `check_source` does, and look at its warnings: they tell which function failed."""
    _expect_sound(check_text(text, _NAME))


def _attempt_project(text: str) -> None:
    modules = {}
    for part in text.split(_BORDER.format("").rstrip("\n"))[1:]:
        name, _, content = part.partition("\n")
        modules[f"{_FOLDER}/{name.strip()}.py"] = content
    results = check_texts(modules, _SETTINGS)
    for result in results:
        _expect_sound(result)
    render(results, text)


def _expect_sound(result: FileResult) -> None:
    for line in result.warnings:
        expect("failed" not in line, line)
    expect(result.error is None, result.error or "")
    lines = result.lines()
    for finding in result.findings:
        start, end = finding.span.start, finding.span.end
        inside = 1 <= start.row <= max(len(lines), 1) and start.column >= 1 and start <= end
        expect(inside, f"{finding.code} is at {finding.span}, which is nowhere")


def render(results: list[FileResult], text: str, errors: str = "strict") -> None:
    """Render the results in one of the formats, chosen by the text."""
    name = _FORMATS[zlib.crc32(text.encode("utf-8", "replace")) % len(_FORMATS)]
    for piece in renderer(name)(results, Style()):
        piece.encode(errors=errors)


def _rewrite(result: FileResult, text: str) -> None:
    """Apply fixes and `# noqa` comments, and check the rewritten text."""
    data = text.encode("utf-8", "replace")
    for collected in (fixes_of(result), noqa_for(result)):
        if collected.edits:
            try:
                after = rewritten(data, result, collected.edits)
            except CannotRewrite:
                continue
            for again in check_bytes(after, _NAME, _SETTINGS):
                _expect_sound(again)


PROGRAMS = Target("programs", program, _attempt_text, share=3)
MUTATIONS = Target("mutations", _mutation, _attempt_text, share=3)
SOURCES = Target("sources", _mutation, _attempt_source, share=2, mebibytes=1024)
PROJECTS = Target("projects", _project, _attempt_project, share=2)
