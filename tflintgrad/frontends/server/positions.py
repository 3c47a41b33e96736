"""LSP locations: from spans of files to ranges in the client's units and URIs."""

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


class Positions:
    """Converts the spans of one snapshot; every text is read and split into lines only once."""

    def __init__(self, files: Mapping[str, OpenFile], codec: PositionCodec) -> None:
        self._files = files
        self._codec = codec
        self._lines: dict[str, Sequence[str]] = {}

    def path_of(self, item: Finding | Step | Spot) -> str:
        """Return the absolute path of an item's file; the name of an unsaved file as it is."""
        return item.filename if item.filename in self._files else os.path.abspath(item.filename)

    def location(self, item: Finding | Step | Spot) -> types.Location:
        """Return the LSP location of an item; the top of a notebook that is not open."""
        path = self.path_of(item)
        file = self._files.get(path)
        text = file.text_of(item.cell) if file is not None else None
        if text is not None:
            return types.Location(text.uri, self._range(item.span, text.uri, text.text))
        uri = str(from_fs_path(path))
        if is_notebook(path):
            return types.Location(uri, _TOP)
        return types.Location(uri, self._range(item.span, uri))

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
    """Return the text of a file that is not open; empty if it cannot be read."""
    try:
        return decode(read_bytes(path_of(uri)))
    except (Unreadable, DecodeError):
        return ""
