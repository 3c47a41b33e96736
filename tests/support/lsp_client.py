"""An editor for tests: a real client of the language server, over standard input and output."""

from __future__ import annotations

import asyncio
import sys
import threading
import warnings
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pytest_lsp import client_capabilities, make_test_lsp_client
from pytest_lsp.checks import LspSpecificationWarning

_Result = TypeVar("_Result")

PATIENCE = 60.0


class Editor:
    """Keeps the texts itself, and sends the server nothing but edits.

    Its capabilities are those that a real editor announces. What the server sends is checked
    against them.
    """

    def __init__(
        self,
        folder: Path,
        *,
        editor: str = "visual-studio-code",
        options: Any = None,
        adjust: Callable[[types.ClientCapabilities], None] = lambda capabilities: None,
    ) -> None:
        warnings.filterwarnings("error", category=LspSpecificationWarning)
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self._seen: dict[str, types.PublishDiagnosticsParams] = {}
        self.published: list[types.PublishDiagnosticsParams] = []
        self.registered: list[str] = []
        self._news = threading.Condition()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.client: Any = make_test_lsp_client()  # its methods have no types
        self.client.protocol.fm.features.pop(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)

        def note(params: types.PublishDiagnosticsParams) -> None:
            self._note(params)

        def register(params: types.RegistrationParams) -> None:
            self.registered += [item.method for item in params.registrations]

        self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(note)
        self.client.feature(types.CLIENT_REGISTER_CAPABILITY)(register)
        capabilities = client_capabilities(editor)
        adjust(capabilities)
        command = [sys.executable, "-m", "tflintgrad", "server"]
        self.call(self.client.start_io(*command, cwd=folder))
        params = types.InitializeParams(
            capabilities,
            root_uri=folder.as_uri(),
            workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name)],
            initialization_options=options,
        )
        self.server = self.call(self.client.initialize_session(params)).capabilities

    def _note(self, params: types.PublishDiagnosticsParams) -> None:
        with self._news:
            self._seen[params.uri] = params
            self.published.append(params)
            self._news.notify_all()

    def call(self, coroutine: Coroutine[Any, Any, _Result]) -> _Result:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(PATIENCE)

    def send(self, action: Callable[[], object]) -> None:
        """Call a function on the client's own thread."""

        async def act() -> None:
            action()

        self.call(act())

    def ask(self, method: str, params: Any) -> Any:
        async def request() -> Any:
            return await self.client.protocol.send_request_async(method, params)

        return self.call(request())

    # What a person does.

    def open(self, path: Path | str, text: str | None = None, language: str = "python") -> str:
        uri = path if isinstance(path, str) else path.as_uri()
        if text is None:
            assert isinstance(path, Path)
            text = path.read_text(encoding="utf-8")
        self.texts[uri], self.versions[uri] = text, 1
        item = types.TextDocumentItem(uri, language, 1, text)
        params = types.DidOpenTextDocumentParams(item)
        self.send(lambda: self.client.text_document_did_open(params))
        return uri

    def type(self, uri: str, old: str, new: str) -> None:
        """Replace the only occurrence of a piece of text."""
        text = self.texts[uri]
        assert text.count(old) == 1, old
        start = text.index(old)
        span = types.Range(position_at(text, start), position_at(text, start + len(old)))
        self.edit(uri, span, new)
        self.texts[uri] = text.replace(old, new)

    def edit(self, uri: str, span: types.Range | None, new: str) -> None:
        self.versions[uri] += 1
        document = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        change: types.TextDocumentContentChangeEvent
        if span is None:
            change = types.TextDocumentContentChangeWholeDocument(new)
            self.texts[uri] = new
        else:
            change = types.TextDocumentContentChangePartial(span, new)
        params = types.DidChangeTextDocumentParams(document, [change])
        self.send(lambda: self.client.text_document_did_change(params))

    def apply(self, edit: types.WorkspaceEdit) -> None:
        """Apply the edit of a code action, as an editor does."""
        for uri, edits in (edit.changes or {}).items():
            for item in sorted(edits, key=lambda item: item.range.start, reverse=True):
                text = self.texts[uri]
                start, end = (offset_at(text, p) for p in (item.range.start, item.range.end))
                self.edit(uri, item.range, item.new_text)
                self.texts[uri] = text[:start] + item.new_text + text[end:]

    def save(self, uri: str) -> None:
        params = types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri))
        self.send(lambda: self.client.text_document_did_save(params))

    def close(self, uri: str) -> None:
        params = types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri))
        self.send(lambda: self.client.text_document_did_close(params))

    # What the user sees.

    def diagnostics(self, uri: str) -> list[types.Diagnostic]:
        """Return the diagnostics of the current version of the text."""
        wanted = self.versions.get(uri)
        self.wait(lambda: uri in self._seen and self._seen[uri].version == wanted)
        return list(self._seen[uri].diagnostics)

    def codes(self, uri: str) -> list[Any]:
        return [item.code for item in self.diagnostics(uri)]

    def wait_for_codes(self, uri: str, codes: list[str]) -> None:
        """Wait for the diagnostics of a text that was not edited itself."""

        def told() -> bool:
            seen = self._seen.get(uri)
            return seen is not None and [item.code for item in seen.diagnostics] == codes

        self.wait(told)

    def wait(self, condition: Callable[[], bool]) -> None:
        with self._news:
            assert self._news.wait_for(condition, PATIENCE), self._seen

    def hover(self, uri: str, piece: str) -> str | None:
        """Return the hover text at the first character of a piece of the text."""
        text = self.texts[uri]
        position = position_at(text, text.index(piece))
        document = types.TextDocumentIdentifier(uri)
        found = self.ask(types.TEXT_DOCUMENT_HOVER, types.HoverParams(document, position))
        return found.contents.value if found else None

    def actions(self, uri: str, span: types.Range, only: list[str] | None = None) -> list[Any]:
        context = types.CodeActionContext([], only=only)
        document = types.TextDocumentIdentifier(uri)
        params = types.CodeActionParams(document, span, context)
        return list(self.ask(types.TEXT_DOCUMENT_CODE_ACTION, params) or [])

    def leave(self) -> int | None:
        """Shut down and exit as the protocol requires; return the server's exit code."""
        self.call(self.client.shutdown_session())
        return self._end()

    def vanish(self) -> int | None:
        """Exit without a word before."""
        self.send(lambda: self.client.exit(None))
        return self._end()

    def _end(self) -> int | None:
        process = self.client._server
        assert process is not None
        code: int | None = self.call(process.wait())
        assert self.client.error is None
        self.call(self.client.stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        return code


def position_at(text: str, offset: int) -> types.Position:
    """Return a position in UTF-16 code units, which all clients support."""
    before = text[:offset].split("\n")
    return types.Position(len(before) - 1, len(before[-1].encode("utf-16-le")) // 2)


def offset_at(text: str, position: types.Position) -> int:
    lines = text.split("\n")
    before = sum(len(line) + 1 for line in lines[: position.line])
    units = lines[position.line].encode("utf-16-le")[: 2 * position.character]
    return before + len(units.decode("utf-16-le"))
