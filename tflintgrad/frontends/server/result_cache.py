"""What programs said, for as long as nothing that they can get to changes.

After an edit most open files are programs that have nothing to do with it; they are not analysed
again.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tflintgrad.engine.analysis import Analysis, Program
    from tflintgrad.engine.workspace import Workspace

_Key = tuple[object, ...]


class Memory:
    def __init__(self) -> None:
        self._known: dict[str, tuple[_Key, Analysis]] = {}

    def analyze(self, program: Program, workspace: Workspace) -> Analysis:
        from tflintgrad.engine.analysis import analyze

        name = program.path or program.filename
        key = _key(program, workspace)
        known = self._known.get(name)
        if known is not None and known[0] == key:
            return known[1]
        analysis = analyze(program)
        self._known[name] = key, analysis
        return analysis


def _key(program: Program, workspace: Workspace) -> _Key:
    """Everything that the result depends on."""
    reach = workspace.import_graph.closure(program.path) if program.path else ()
    files = tuple(
        (path, workspace.display_path(path), _digest(workspace.data(path))) for path in reach
    )
    return program.tensorflow_version, _digest(program.text.encode()), files


def _digest(data: bytes | None) -> bytes:
    return b"" if data is None else blake2b(data, digest_size=16).digest()
