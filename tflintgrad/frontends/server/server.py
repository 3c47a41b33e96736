"""The language server: checks open texts after every change, and publishes diagnostics."""

from __future__ import annotations

import asyncio
import gc
import math
import os
import sys
import threading
import time
from functools import partial
from typing import Any, BinaryIO, cast

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path

from tflintgrad._version import __version__
from tflintgrad.engine.cache.memory_cache import MemoryCache
from tflintgrad.frontends.server.bounded_input import BoundedInput
from tflintgrad.frontends.server.check_snapshot import Snapshot, SnapshotResults, check_snapshot
from tflintgrad.frontends.server.documents import Protocol
from tflintgrad.frontends.server.open_files import open_files, path_of
from tflintgrad.frontends.server.pictures import picture_at
from tflintgrad.frontends.server.settings import EditorOptions, from_editor
from tflintgrad.frontends.server.worker import Worker
from tflintgrad.knowledge.rules import rulebook

#: Seconds without an edit after which the texts are checked.
DEBOUNCE = 0.1

#: Seconds that a hover waits for a check; then it shows what is known.
HOVER_PATIENCE = 5.0

#: Files whose changes outside the editor start a check.
_WATCHED = ("**/*.py", "**/*.ipynb", "**/pyproject.toml", "**/tflintgrad.toml")


class Server(LanguageServer):
    """Keeps the last results, and checks again after every change."""

    def __init__(self) -> None:
        super().__init__(
            "tflintgrad",
            __version__,
            # All cells, because findings count them; cells in other languages are skipped later.
            notebook_document_sync=types.NotebookDocumentSyncOptions(
                [types.NotebookDocumentFilterWithNotebook(notebook="*")]
            ),
            protocol_cls=Protocol,
        )
        self.options = EditorOptions()
        self.is_leaving = False
        self._worker = Worker()
        self._memory = MemoryCache()
        self._task: asyncio.Task[None] | None = None
        self._results: SnapshotResults | None = None
        self._published: dict[str, tuple[int | None, list[types.Diagnostic]]] = {}
        self._reported: set[str] = set()

    def configure(self, sent: Any) -> None:
        """Use the options that the editor sent, and show errors in them to the user."""
        self.options = from_editor(sent)
        for line in self.options.errors:
            self._show(line)

    def watch_files(self) -> None:
        """Ask the client to report changes on disk, if it can."""
        if not self.client_can("workspace.did_change_watched_files.dynamic_registration"):
            return
        watchers = [types.FileSystemWatcher(glob_pattern=pattern) for pattern in _WATCHED]
        registration = types.Registration(
            id="files",
            method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
            register_options=types.DidChangeWatchedFilesRegistrationOptions(watchers),
        )
        self.client_register_capability(types.RegistrationParams([registration]))

    def client_can(self, capability: str) -> bool:
        """True if the client has a capability."""
        return bool(get_capability(self.client_capabilities, capability, False))

    def refresh(self) -> None:
        """Stop the check under way, and start another one."""
        self.stop()
        self._task = asyncio.ensure_future(self._refresh())

    def stop(self) -> None:
        """Stop the check under way."""
        if self._task is not None:
            self._task.cancel()

    async def results(self, patience: float = math.inf) -> SnapshotResults | None:
        """Return the results for the current texts, once they are there.

        After `patience` seconds, return the last ones instead.
        """
        end = time.monotonic() + patience
        while self._task is not None and not self._task.done():
            left = end - time.monotonic()
            if left <= 0:
                break
            await asyncio.wait([self._task], timeout=None if math.isinf(left) else left)
        return self._results

    async def picture(self, uri: str, position: types.Position) -> dict[str, str]:
        """Return the picture of a gradient's path at a position; see `picture_at`."""
        results = await self.results()
        if results is None:
            return {"message": "the texts could not be checked"}
        return await self._worker.run(partial(picture_at, results, uri, position))

    async def _refresh(self) -> None:
        await asyncio.sleep(DEBOUNCE)
        superseded = threading.Event()
        snapshot = self._snapshot()
        task = partial(check_snapshot, snapshot, self._memory, superseded.is_set)
        try:
            results = await self._worker.run(task)
        except asyncio.CancelledError:
            superseded.set()
            raise
        except Exception as problem:
            # A bug in tflintgrad must not end the user's session.
            self._results = None
            self.log(f"{type(problem).__name__}: {problem}")
            return
        self._results = results
        self._publish(snapshot, results)
        self._report_messages(results)

    def _snapshot(self) -> Snapshot:
        workspace = self.workspace
        folders = [folder.uri for folder in workspace.folders.values()]
        if not folders and workspace.root_uri:
            folders = [workspace.root_uri]
        return Snapshot(
            files=open_files(workspace),
            options=self.options.table,
            roots=tuple(path_of(uri) for uri in folders),
            codec=workspace.position_codec,
            related=self.client_can("text_document.publish_diagnostics.related_information"),
        )

    def _publish(self, snapshot: Snapshot, results: SnapshotResults) -> None:
        """Publish diagnostics that changed, and clear those of texts that are gone."""
        texts = [text for file in snapshot.files.values() for text in file.texts]
        versions = {text.uri: text.version for text in texts}
        published = {
            uri: (versions.get(uri), [item.diagnostic for item in located])
            for uri, located in results.findings.items()
        }
        gone: dict[str, tuple[int | None, list[types.Diagnostic]]] = {
            uri: (None, []) for uri, (_, before) in self._published.items() if before
        }
        for uri, (version, diagnostics) in (gone | published).items():
            if self._published.get(uri) != (version, diagnostics):
                self.text_document_publish_diagnostics(
                    types.PublishDiagnosticsParams(uri, diagnostics, version)
                )
        self._published = published

    def markup(self, text: str) -> types.MarkupContent:
        """Return a text as Markdown if the client renders that, otherwise as plain text."""
        formats = get_capability(self.client_capabilities, "text_document.hover.content_format", [])
        markdown = types.MarkupKind.Markdown in formats
        return types.MarkupContent(
            types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText, text
        )

    def show_rule(self, wanted: str) -> None:
        """Open the page of a rule from the installed package, which needs no network."""
        book = rulebook()
        rule = book.get(wanted)
        if self.client_can("window.show_document.support"):
            path = book.path_of(rule.code)
            self.window_show_document(
                types.ShowDocumentParams(str(from_fs_path(path)), take_focus=True)
            )
        else:
            self._show(f"{rule.code}: {rule.summary}; {rule.url}")

    def _report_messages(self, results: SnapshotResults) -> None:
        """Show new errors of configurations to the user, and write new warnings to the log."""
        for line in results.errors:
            if line not in self._reported:
                self._show(line)
        for line in results.warnings:
            if line not in self._reported:
                self.log(line)
        self._reported = {*results.errors, *results.warnings}

    def _show(self, line: str) -> None:
        message = types.ShowMessageParams(types.MessageType.Warning, f"tflintgrad: {line}")
        self.window_show_message(message)

    def log(self, line: str) -> None:
        """Write a line to the log of the client."""
        self.window_log_message(types.LogMessageParams(types.MessageType.Warning, line))

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Write an internal error to the log; pygls would show it to the user."""
        self.log(f"{source.__name__}: {error}")


def serve() -> int:
    """Serve one client on standard input and output, and return the exit code."""
    from tflintgrad.frontends.server.handlers import register

    # Text that code prints by mistake must not get between the messages.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as output:
        sys.stdout = sys.stderr
        gc.set_threshold(100_000, 20, 50)
        server = Server()
        register(server)
        # pygls reads lines and messages, and nothing else.
        server.start_io(cast("BinaryIO", BoundedInput(sys.stdin.buffer)), output)
    return 0 if server.is_leaving else 1
