"""A plugin for pytest: `pytest --tflintgrad` checks the files under test, too.

pytest imports this module in every run, so it imports the analysis only when it is asked for.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tflintgrad.engine.file_result import FileResult

_HELP = "check these files and folders for lost gradients (by default the whole project)"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare `--tflintgrad` and the key `tflintgrad_paths`."""
    group = parser.getgroup("tflintgrad")
    group.addoption("--tflintgrad", action="store_true", help="also check for lost gradients")
    parser.addini("tflintgrad_paths", f"with --tflintgrad: {_HELP}", "args", default=["."])


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add the check as one more test."""
    # With pytest-xdist, every worker collects the same tests, and one of them runs this one.
    if config.getoption("--tflintgrad"):
        items.append(GradientCheck.from_parent(session, name="tflintgrad"))


class GradientCheck(pytest.Item):
    """The check of the project: it fails if there are findings."""

    def runtest(self) -> None:
        """Check the files, by the project's own configuration."""
        from tflintgrad.api import check_files, configured

        root = self.config.rootpath
        paths = [_relative(root / path) for path in self.config.getini("tflintgrad_paths")]
        report = "".join(_report(list(check_files(paths, configured()))))
        if report:
            raise _Found(report)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *_: Any) -> Any:
        """Return the report, without a traceback."""
        if isinstance(excinfo.value, _Found):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Return the place and the name of the test."""
        return self.config.rootpath, None, "tflintgrad check"


def _relative(path: Path) -> str:
    try:
        return os.path.relpath(path)
    except ValueError:  # another drive
        return str(path)


class _Found(Exception):
    """Findings, as a report."""


def _report(results: list[FileResult]) -> Iterator[str]:
    from tflintgrad.output import renderer
    from tflintgrad.output.style import Style

    for result in results:
        if result.error is not None:
            yield f"error: {result.error}\n"
    if any(result.findings for result in results):
        yield from renderer("full")(results, Style())
