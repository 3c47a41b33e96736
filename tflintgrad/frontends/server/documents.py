"""The texts that are open in the editor, exactly as they are there.

pygls keeps them, but takes a form feed for the end of a line, which the protocol does not: an edit
below one would go to the wrong place, and everything that is said about the file with it.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from typing import Any

from lsprotocol import types
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.workspace import TextDocument, Workspace

_LINE_END = re.compile("\r\n|\r|\n")


class Document(TextDocument):
    """A text with the edits of the client applied to it."""

    def apply_change(self, change: types.TextDocumentContentChangeEvent) -> None:
        if isinstance(change, types.TextDocumentContentChangePartial):
            start, end = (self._offset(place) for place in (change.range.start, change.range.end))
            self._source = self.source[:start] + change.text + self.source[max(start, end) :]
        else:
            self._source = change.text

    def _offset(self, position: types.Position) -> int:
        start, _, column = self._find(position)
        return start + column

    def line_at(self, position: types.Position) -> tuple[str, int]:
        """The line that a position of the client is in, and how many characters are before it."""
        _, line, column = self._find(position)
        return line, column

    def _find(self, position: types.Position) -> tuple[int, str, int]:
        """Where the line of a position starts, the line, and the characters before the position.

        What is beyond a line is at its end, and what is beyond the text at its end.
        """
        start = 0
        line_ends = _LINE_END.finditer(self.source)
        for _ in range(position.line):
            line_end = next(line_ends, None)
            if line_end is None:
                return len(self.source), "", 0
            start = line_end.end()
        line_end = next(line_ends, None)
        line = self.source[start : line_end.start() if line_end else len(self.source)]
        units = column = 0
        while column < len(line) and units < position.character:
            units += self.position_codec.client_num_units(line[column])
            column += 1
        return start, line, column


class Documents(Workspace):
    def _create_text_document(
        self,
        doc_uri: str,
        source: str | None = None,
        version: int | None = None,
        language_id: str | None = None,
    ) -> TextDocument:
        codec = self.position_codec
        return Document(doc_uri, source, version, language_id, position_codec=codec)


class Protocol(LanguageServerProtocol):
    @lsp_method(types.INITIALIZE)
    def lsp_initialize(
        self, params: types.InitializeParams
    ) -> Generator[Any, Any, types.InitializeResult]:
        result = yield from super().lsp_initialize(params)
        self._workspace = Documents(
            self.workspace.root_uri,
            workspace_folders=list(self.workspace.folders.values()),
            position_encoding=self.workspace.position_encoding,
        )
        return result
