"""The linter's findings in the functions that a call runs."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from tflintgrad import limits
from tflintgrad.api import check_files, configured
from tflintgrad.config.settings import ConfigurationError
from tflintgrad.import_path import is_inside
from tflintgrad.project.module_resolver import project_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType, FrameType

    from tflintgrad.diagnostics import Finding


def findings_in_called_functions(f: Callable[[], Any]) -> list[Finding]:
    """Return the findings on lines of the user's functions that `f()` runs."""
    called = [code for code in _called(f) if _is_own(code.co_filename)]
    files = sorted({code.co_filename for code in called})[: limits.MAX_LINTED_FILES]
    found: list[Finding] = []
    try:
        for result in check_files(files, configured()):
            found += [finding for finding in result.findings if _is_on_the_way(finding, called)]
    except ConfigurationError:
        return []
    return found[: limits.MAX_QUOTED_FINDINGS]


def _called(f: Callable[[], Any]) -> set[CodeType]:
    codes: set[CodeType] = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            codes.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        f()
    except Exception:  # it has returned before; what it called until now will do
        pass
    finally:
        sys.setprofile(before)
    return codes


def _is_own(filename: str) -> bool:
    """True for files of the user's project that are not installed packages."""
    if not os.path.isfile(filename) or "site-packages" in filename.split(os.sep):
        return False
    return is_inside(os.path.realpath(filename), project_folder(os.path.realpath(os.getcwd())))


def _is_on_the_way(finding: Finding, called: list[CodeType]) -> bool:
    rows = range(finding.span.start.row, finding.span.end.row + 1)
    name = os.path.abspath(finding.filename)
    return any(
        os.path.abspath(code.co_filename) == name and row in {line for *_, line in code.co_lines()}
        for code in called
        for row in rows
    )
