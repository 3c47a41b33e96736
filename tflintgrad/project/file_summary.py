"""The summary of a file: what its bytes tell before it is parsed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tflintgrad.project.import_scanner import Import, imports_in
from tflintgrad.project.module_resolver import is_third_party
from tflintgrad.project.prefilter.keywords import (
    has_indirect_occasion,
    may_query,
    names_library,
    names_tape,
    queries_given_tape,
)
from tflintgrad.project.prefilter.strip_literals import without_strings


class Facts(NamedTuple):
    """Facts about a file that depend only on its bytes."""

    imports: tuple[Import, ...]
    """The imports that may refer to files of the project."""
    names_library: bool
    may_query: bool
    queries_given_tape: bool


def facts_in(data: bytes, *, notebook: bool) -> Facts:
    """Return the facts about a file with these bytes."""
    library = names_library(data)
    return Facts(
        tuple(dict.fromkeys(own_imports(data))),
        library,
        _may_query(data, library, notebook),
        queries_given_tape(data),
    )


def own_imports(data: bytes) -> Iterator[Import]:
    """Yield the imports of a file that may refer to its project."""
    return (item for item in imports_in(data) if item.level or not is_third_party(item.module))


def _may_query(data: bytes, library: bool, notebook: bool) -> bool:
    if not (may_query(data) or (library and has_indirect_occasion(data))):
        return False
    # The code of cells need not be Python; and a broken file with a tape is worth a report.
    if notebook or names_tape(data):
        return True
    code = without_strings(data)  # slow, so only after the gates above
    return may_query(code) or (library and has_indirect_occasion(code))


class FileSummary(NamedTuple):
    """Facts about a file, with its imports resolved."""

    imports: tuple[str, ...] = ()
    """The files of the project that it imports."""
    names_library: bool = False
    """It names TensorFlow or Keras itself."""
    may_query: bool = False
    """It may issue a query, define a class that Keras trains, or mutate a variable."""
    queries_given_tape: bool = False
    """It may query a tape that another file creates."""
    stars: tuple[str, ...] = ()
    """The files that it star-imports."""
    modules: tuple[tuple[str, str], ...] = ()
    """The modules that it imports, as pairs of local name and file."""


@cache
def summary_without_imports(
    library: bool, may_query: bool, queries_given_tape: bool
) -> FileSummary:
    """Return the shared summary of files that import nothing of their project, as most do."""
    return FileSummary((), library, may_query, queries_given_tape)
