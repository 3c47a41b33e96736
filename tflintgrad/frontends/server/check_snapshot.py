"""Check all open texts: from a snapshot of the editor to the diagnostics to publish."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lsprotocol import types
from pygls.workspace import PositionCodec

from tflintgrad.config.settings import Settings
from tflintgrad.diagnostics import Finding
from tflintgrad.engine.cache.memory_cache import MemoryCache
from tflintgrad.engine.check_in_memory import check_texts
from tflintgrad.frontends.server.diagnostics import diagnostic
from tflintgrad.frontends.server.open_files import OpenFile
from tflintgrad.frontends.server.positions import Positions
from tflintgrad.frontends.server.settings import EditorSettings
from tflintgrad.source.notebook import Notebook, is_notebook
from tflintgrad.timeouts import Stopped, stopped_when


class Superseded(Exception):
    """A newer edit has made the result useless."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The open texts and the options of the editor at one moment."""

    files: Mapping[str, OpenFile]
    options: Mapping[str, object]
    """Options of the editor; they override the configuration of each file's project."""
    roots: tuple[str, ...]
    codec: PositionCodec
    related: bool
    """True if the client can show the steps of a path."""


@dataclass(frozen=True, slots=True)
class LocatedFinding:
    """A finding, and its diagnostic for the client."""

    finding: Finding
    diagnostic: types.Diagnostic


@dataclass(frozen=True, slots=True)
class SnapshotResults:
    """The findings in the texts of a snapshot."""

    snapshot: Snapshot
    findings: Mapping[str, list[LocatedFinding]]
    """By URI: an entry for every open text, and for other files with findings."""
    contents: Mapping[str, str | Notebook]
    """The texts and notebooks that were checked in place of the open files, by path."""
    settings: EditorSettings
    positions: Positions
    errors: tuple[str, ...]
    """Messages about configurations that cannot be used."""
    warnings: tuple[str, ...]
    """Messages about programs that could not be analysed."""

    def settings_for(self, uri: str) -> Settings:
        """Return the settings of an open text."""
        for path, file in self.snapshot.files.items():
            if any(text.uri == uri for text in file.texts):
                return self.settings.in_folder(os.path.dirname(path))
        return Settings()


def check_snapshot(
    snapshot: Snapshot, memory: MemoryCache, is_superseded: Callable[[], bool]
) -> SnapshotResults:
    """Check all texts of a snapshot; raise Superseded soon after `is_superseded` turns true."""

    def stop_if_superseded(done: int, total: int, name: str) -> None:
        if is_superseded():
            raise Superseded

    settings = EditorSettings(snapshot.options)
    contents = {path: file.content() for path, file in snapshot.files.items()}
    positions = Positions(snapshot.files, snapshot.codec)
    findings: dict[str, list[LocatedFinding]] = {
        text.uri: [] for file in snapshot.files.values() for text in file.texts
    }
    warnings: dict[str, None] = {}
    try:
        with stopped_when(is_superseded):
            results = check_texts(
                contents,
                settings,
                roots=snapshot.roots,
                progress=stop_if_superseded,
                memory=memory,
            )
    except Stopped:
        raise Superseded from None
    for result in results:
        warnings.update(dict.fromkeys(result.warnings))
        for finding in result.findings:
            _add(finding, positions, findings, related=snapshot.related)
    return SnapshotResults(
        snapshot, findings, contents, settings, positions, settings.errors, tuple(warnings)
    )


def _add(
    finding: Finding,
    positions: Positions,
    findings: dict[str, list[LocatedFinding]],
    *,
    related: bool,
) -> None:
    location = positions.location(finding)
    if location.uri not in findings and is_notebook(positions.path_of(finding)):
        return  # the client has no open cells to show it in
    item = LocatedFinding(finding, diagnostic(finding, location.range, positions, related=related))
    findings.setdefault(location.uri, []).append(item)
