"""A cache of program results in the server, valid until a file that the program reaches changes.

Most open files do not depend on the edited one; their programs are not analysed again.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tflintgrad.engine.analysis import Analysis, Program
    from tflintgrad.engine.workspace import Workspace

_Key = tuple[object, ...]


class ResultCache:
    """The last analysis of each program, by its path."""

    def __init__(self) -> None:
        self._entries: dict[str, tuple[_Key, Analysis]] = {}

    def analyze(self, program: Program, workspace: Workspace) -> Analysis:
        """Return the analysis of a program, from the cache if nothing changed."""
        from tflintgrad.engine.analysis import analyze

        name = program.path or program.filename
        key = _key(program, workspace)
        entry = self._entries.get(name)
        if entry is not None and entry[0] == key:
            return entry[1]
        analysis = analyze(program)
        self._entries[name] = key, analysis
        return analysis


def _key(program: Program, workspace: Workspace) -> _Key:
    """Return everything that the result depends on."""
    reach = workspace.import_graph.closure(program.path) if program.path else ()
    files = tuple(
        (path, workspace.display_path(path), _digest(workspace.data(path))) for path in reach
    )
    return program.tensorflow_version, _digest(program.text.encode()), files


def _digest(data: bytes | None) -> bytes:
    return b"" if data is None else blake2b(data, digest_size=16).digest()
