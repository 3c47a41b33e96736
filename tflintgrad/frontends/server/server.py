"""The server: which messages it understands, and when it looks at the files again."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import threading
from functools import partial
from typing import Any

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path

from tflintgrad._version import __version__
from tflintgrad.frontends.server.check_snapshot import Look, Moment, take_look
from tflintgrad.frontends.server.documents import Protocol
from tflintgrad.frontends.server.open_files import open_files, path_of
from tflintgrad.frontends.server.result_cache import Memory
from tflintgrad.frontends.server.settings import Options, from_editor
from tflintgrad.frontends.server.worker import Worker
from tflintgrad.knowledge.rules import rulebook

#: Somebody who types is not interrupted; after so many seconds of rest the files are looked at.
REST = 0.1

#: What makes a look worthwhile when it changes outside of the editor.
_WATCHED = ("**/*.py", "**/*.ipynb", "**/pyproject.toml", "**/tflintgrad.toml")


class Server(LanguageServer):
    """Holds what the editor was told last, and takes a new look after every change."""

    def __init__(self) -> None:
        super().__init__(
            "tflintgrad",
            __version__,
            # All cells, because they are counted; those in other languages are left out later.
            notebook_document_sync=types.NotebookDocumentSyncOptions(
                [types.NotebookDocumentFilterWithNotebook(notebook="*")]
            ),
            protocol_cls=Protocol,
        )
        self.options = Options()
        self.is_leaving = False
        self._worker = Worker()
        self._memory = Memory()
        self._task: asyncio.Task[None] | None = None
        self._look: Look | None = None
        self._published: dict[str, tuple[int | None, list[types.Diagnostic]]] = {}
        self._told: set[str] = set()

    def configure(self, sent: Any) -> None:
        self.options = from_editor(sent)
        for line in self.options.complaints:
            self._show(line)

    def watch_files(self) -> None:
        """Ask the client to tell what changes on disk, if it can."""
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
        return bool(get_capability(self.client_capabilities, capability, False))

    def refresh(self) -> None:
        """Something changed: what is under way is of no use any more."""
        self.stop()
        self._task = asyncio.ensure_future(self._refresh())

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def look(self) -> Look | None:
        """What there is to say about the texts as they are now."""
        while self._task is not None and not self._task.done():
            await asyncio.wait([self._task])
        return self._look

    async def _refresh(self) -> None:
        await asyncio.sleep(REST)
        superseded = threading.Event()
        moment = self._moment()
        task = partial(take_look, moment, self._memory, superseded.is_set)
        try:
            look = await self._worker.run(task)
        except asyncio.CancelledError:
            superseded.set()
            raise
        except Exception as problem:
            # A bug of ours must not cost the user the session.
            self._look = None
            self.log(f"{type(problem).__name__}: {problem}")
            return
        self._look = look
        self._publish(moment, look)
        self._tell(look)

    def _moment(self) -> Moment:
        workspace = self.workspace
        folders = [folder.uri for folder in workspace.folders.values()]
        if not folders and workspace.root_uri:
            folders = [workspace.root_uri]
        return Moment(
            files=open_files(workspace),
            options=self.options.table,
            roots=tuple(path_of(uri) for uri in folders),
            codec=workspace.position_codec,
            related=self.client_can("text_document.publish_diagnostics.related_information"),
        )

    def _publish(self, moment: Moment, look: Look) -> None:
        """Tell what is new; what was said about texts that are gone is taken back."""
        versions = {page.uri: page.version for file in moment.files.values() for page in file.pages}
        published = {
            uri: (versions.get(uri), [item.diagnostic for item in placed])
            for uri, placed in look.placed.items()
        }
        gone: dict[str, tuple[int | None, list[types.Diagnostic]]] = {
            uri: (None, []) for uri, (_, said) in self._published.items() if said
        }
        for uri, (version, diagnostics) in (gone | published).items():
            if self._published.get(uri) != (version, diagnostics):
                self.text_document_publish_diagnostics(
                    types.PublishDiagnosticsParams(uri, diagnostics, version)
                )
        self._published = published

    def markup(self, text: str) -> types.MarkupContent:
        """Markdown, in so far as the client renders it."""
        formats = get_capability(self.client_capabilities, "text_document.hover.content_format", [])
        can = types.MarkupKind.Markdown in formats
        return types.MarkupContent(
            types.MarkupKind.Markdown if can else types.MarkupKind.PlainText, text
        )

    def show_rule(self, wanted: str) -> None:
        """Open the page of a rule; it came with the program, so that no network is needed."""
        book = rulebook()
        rule = book.get(wanted)
        if self.client_can("window.show_document.support"):
            path = os.path.join(book.folder, f"{rule.code}-{rule.name}.md")
            self.window_show_document(
                types.ShowDocumentParams(str(from_fs_path(path)), take_focus=True)
            )
        else:
            self._show(f"{rule.code}: {rule.summary}; {rule.url}")

    def _tell(self, look: Look) -> None:
        """What is wrong with configurations to the person, what with us to the log; only news."""
        for line in look.complaints:
            if line not in self._told:
                self._show(line)
        for line in look.warnings:
            if line not in self._told:
                self.log(line)
        self._told = {*look.complaints, *look.warnings}

    def _show(self, line: str) -> None:
        message = types.ShowMessageParams(types.MessageType.Warning, f"tflintgrad: {line}")
        self.window_show_message(message)

    def log(self, line: str) -> None:
        self.window_log_message(types.LogMessageParams(types.MessageType.Warning, line))

    def report_server_error(self, error: Exception, source: Any) -> None:
        """For the log; a person who types has no use for it."""
        self.log(f"{source.__name__}: {error}")


def serve() -> int:
    """Answer one client on standard input and output; the result is the exit code."""
    from tflintgrad.frontends.server.handlers import register

    # What is printed by mistake must not get among the messages.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as output:
        sys.stdout = sys.stderr
        gc.set_threshold(100_000, 20, 50)
        server = Server()
        register(server)
        server.start_io(sys.stdin.buffer, output)
    return 0 if server.is_leaving else 1
