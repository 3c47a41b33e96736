"""Open documents with exact line numbers.

pygls takes a form feed for the end of a line, which the protocol does not. An edit below a form
feed would be applied to the wrong line, and all later positions would be wrong.
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
        """Apply an edit of the editor to the text."""
        if isinstance(change, types.TextDocumentContentChangePartial):
            start, end = map(self._offset, (change.range.start, change.range.end))
            self._source = self.source[:start] + change.text + self.source[max(start, end) :]
        else:
            self._source = change.text

    def _offset(self, position: types.Position) -> int:
        start, _, column = self._find(position)
        return start + column

    def line_at(self, position: types.Position) -> tuple[str, int]:
        """Return the line of a position, and the number of characters before it in the line."""
        _, line, column = self._find(position)
        return line, column

    def _find(self, position: types.Position) -> tuple[int, str, int]:
        """Return the offset of a position's line, the line, and the column of the position.

        A position beyond the end of its line, or of the text, means that end.
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
    """A workspace of pygls whose documents are `Document`s."""

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
    """The protocol of pygls, with `Documents` as its workspace."""

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(
        self, params: types.InitializeParams
    ) -> Generator[Any, Any, types.InitializeResult]:
        """Answer `initialize`, with a workspace that keeps our documents."""
        result = yield from super().lsp_initialize(params)
        self._workspace = Documents(
            self.workspace.root_uri,
            workspace_folders=list(self.workspace.folders.values()),
            position_encoding=self.workspace.position_encoding,
        )
        return result

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *args: Any) -> Generator[Any, Any, None]:
        """Answer `shutdown`, with all other requests cancelled.

        pygls would iterate over the requests while each cancelled one leaves their dictionary.
        """
        for number, request in list(self._request_futures.items()):
            if number != self.msg_id:
                request.cancel()
        return (yield from super().lsp_shutdown(*args))
