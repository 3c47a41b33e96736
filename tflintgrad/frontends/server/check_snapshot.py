"""One look at everything that is open: from the texts of one moment to what to publish."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lsprotocol import types
from pygls.workspace import PositionCodec

from tflintgrad.diagnostics import Finding
from tflintgrad.engine.check_texts import check_texts
from tflintgrad.frontends.server.diagnostics import diagnostic
from tflintgrad.frontends.server.open_files import OpenFile
from tflintgrad.frontends.server.positions import Places
from tflintgrad.frontends.server.result_cache import Memory
from tflintgrad.frontends.server.settings import InForce
from tflintgrad.source.notebook import Notebook, is_notebook


class Superseded(Exception):
    """Somebody typed on: nobody wants the result any more."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What the editor had when a look was taken."""

    files: Mapping[str, OpenFile]
    options: Mapping[str, object]
    """What the editor says; the configuration of each file's project comes after it."""
    roots: tuple[str, ...]
    codec: PositionCodec
    related: bool
    """Whether the client can show the steps of a path."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A finding, and how the client is told about it."""

    finding: Finding
    diagnostic: types.Diagnostic


@dataclass(frozen=True, slots=True)
class Look:
    """What there is to say."""

    moment: Moment
    placed: Mapping[str, list[Placed]]
    """By address: of every text that is open, and of other files with findings."""
    contents: Mapping[str, str | Notebook]
    """What was checked in the place of the open files, by path."""
    settings: InForce
    places: Places
    complaints: tuple[str, ...]
    """About configurations that cannot be used."""
    warnings: tuple[str, ...]
    """About programs that could not be analysed."""

    def version_for(self, uri: str) -> str:
        """The TensorFlow that an open text is for; empty for the newest."""
        for path, file in self.moment.files.items():
            if any(page.uri == uri for page in file.pages):
                return self.settings.in_folder(os.path.dirname(path)).tensorflow_version
        return ""


def take_look(moment: Moment, memory: Memory, is_superseded: Callable[[], bool]) -> Look:
    """Raises `Superseded` as soon as it may."""

    def go_on(done: int, total: int, name: str) -> None:
        if is_superseded():
            raise Superseded

    settings = InForce(moment.options)
    contents = {path: file.content() for path, file in moment.files.items()}
    places = Places(moment.files, moment.codec)
    placed: dict[str, list[Placed]] = {
        page.uri: [] for file in moment.files.values() for page in file.pages
    }
    warnings: dict[str, None] = {}
    results = check_texts(
        contents, settings, roots=moment.roots, progress=go_on, analyzer=memory.analyze
    )
    for result in results:
        warnings.update(dict.fromkeys(result.warnings))
        for finding in result.findings:
            _place(finding, places, placed, related=moment.related)
    return Look(moment, placed, contents, settings, places, settings.complaints, tuple(warnings))


def _place(
    finding: Finding, places: Places, placed: dict[str, list[Placed]], *, related: bool
) -> None:
    location = places.location(finding)
    if location.uri not in placed and is_notebook(places.file_of(finding)):
        return  # not open as a notebook: there is nowhere to show it
    item = Placed(finding, diagnostic(finding, location.range, places, related=related))
    placed.setdefault(location.uri, []).append(item)
