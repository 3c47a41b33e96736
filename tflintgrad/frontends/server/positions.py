"""From spans of files to ranges as the client counts them, in texts as it addresses them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from lsprotocol import types
from pygls.uris import from_fs_path
from pygls.workspace import PositionCodec

from tflintgrad.diagnostics import Finding, Location, Span, Spot, Step
from tflintgrad.frontends.server.open_files import OpenFile, path_of
from tflintgrad.source.decoding import DecodeError, decode, split_lines
from tflintgrad.source.files import Unreadable, read_bytes
from tflintgrad.source.notebook import is_notebook

_TOP = types.Range(types.Position(0, 0), types.Position(0, 0))


class Places:
    """Answers for one moment; every text is split into lines, or read, at most once."""

    def __init__(self, files: Mapping[str, OpenFile], codec: PositionCodec) -> None:
        self._files = files
        self._codec = codec
        self._lines: dict[str, Sequence[str]] = {}

    def file_of(self, place: Finding | Step | Spot) -> str:
        """The path of the file; a name that is open stays what it is."""
        return place.filename if place.filename in self._files else os.path.abspath(place.filename)

    def location(self, place: Finding | Step | Spot) -> types.Location:
        """Where it is. Of a notebook that is not open there are no cells to point into."""
        path = self.file_of(place)
        file = self._files.get(path)
        page = file.page_of(place.cell) if file is not None else None
        if page is not None:
            return types.Location(page.uri, self._range(place.span, page.uri, page.text))
        uri = str(from_fs_path(path))
        if is_notebook(path):
            return types.Location(uri, _TOP)
        return types.Location(uri, self._range(place.span, uri))

    def _range(self, span: Span, uri: str, text: str | None = None) -> types.Range:
        if uri not in self._lines:
            self._lines[uri] = split_lines(_read(uri) if text is None else text)
        lines = self._lines[uri]
        return types.Range(self._position(span.start, lines), self._position(span.end, lines))

    def _position(self, location: Location, lines: Sequence[str]) -> types.Position:
        if location.row > len(lines):
            last = len(lines) - 1
            return types.Position(last, self._codec.client_num_units(lines[last]))
        before = lines[location.row - 1][: location.column - 1]
        return types.Position(location.row - 1, self._codec.client_num_units(before))


def _read(uri: str) -> str:
    """A file that is not open; if it is gone by now, it is empty."""
    try:
        return decode(read_bytes(path_of(uri)))
    except (Unreadable, DecodeError):
        return ""
