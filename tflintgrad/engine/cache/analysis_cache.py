"""What earlier runs know about files and programs, for a run that finds something changed."""

from __future__ import annotations

import json
from itertools import chain

from tflintgrad.engine.cache import storage as kept
from tflintgrad.engine.cache import tool_stamp
from tflintgrad.engine.cache.file_cache import Files
from tflintgrad.engine.cache.json_guards import parse
from tflintgrad.engine.cache.program_cache import ProgramCache
from tflintgrad.engine.cache.relative_paths import Places
from tflintgrad.engine.workspace import Workspace

PART = "check"
_FILES = "files.json"
_PROGRAMS = "programs.txt"


class Memory:
    def __init__(self, folder: str, places: Places, began: int) -> None:
        self._folder = folder
        self.files = Files(places, began, _read_files(folder))
        self.programs = ProgramCache(self.files, places, _read_programs(folder))

    def save(self, workspace: Workspace) -> None:
        """What there is to say about a large project is large: one after the other."""
        self._save_programs(workspace)
        self._save_files()

    def _save_programs(self, workspace: Workspace) -> None:
        lines = self.programs.lines(workspace)
        if lines is not None:
            text = (f"{key}\t{line}\n" for key, line in lines.items())
            kept.write_pieces(self._folder, PART, _PROGRAMS, chain((_stamp(),), text))

    def _save_files(self) -> None:
        files = self.files.packed()
        if files is not None:
            text = json.dumps(files, separators=(",", ":"))
            kept.write_pieces(self._folder, PART, _FILES, (_stamp(), text))


def _stamp() -> str:
    return json.dumps(tool_stamp.stamp()) + "\n"


def _read(folder: str, name: str) -> str:
    """What the same tflintgrad wrote."""
    stamp, _, text = (kept.read(folder, PART, name) or "").partition("\n")
    try:
        return text if tool_stamp.is_same(parse(stamp)) else ""
    except ValueError:
        return ""


def _read_files(folder: str) -> dict[str, list[object]]:
    try:
        found = parse(_read(folder, _FILES))
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _read_programs(folder: str) -> dict[str, str]:
    """By key, not looked into yet."""
    lines = (line.partition("\t") for line in _read(folder, _PROGRAMS).splitlines())
    return {key: line for key, _, line in lines}
