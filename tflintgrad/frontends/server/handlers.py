"""Handlers of protocol messages: notifications, hovers, code actions and commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lsprotocol import types

from tflintgrad.frontends.server.check_snapshot import LocatedFinding
from tflintgrad.frontends.server.code_actions import EXPLAIN, actions_for, fix_all
from tflintgrad.frontends.server.documents import Document
from tflintgrad.frontends.server.hover import finding_page, op_page
from tflintgrad.frontends.server.pictures import GRAPH
from tflintgrad.frontends.server.server import HOVER_PATIENCE, Server

_ACTION_KINDS = (types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll)

#: Notifications after which findings may have changed.
_CHANGES = (
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_SAVE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.NOTEBOOK_DOCUMENT_DID_OPEN,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE,
    types.NOTEBOOK_DOCUMENT_DID_SAVE,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS,
)


def register(server: Server) -> None:
    """Register all handlers."""
    _register_notifications(server)
    _register_requests(server)


def _register_notifications(server: Server) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.configure(params.initialization_options)

    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        server.watch_files()

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configure(params: types.DidChangeConfigurationParams) -> None:
        server.configure(params.settings)
        server.refresh()

    def changed(params: Any) -> None:
        server.refresh()

    for method in _CHANGES:
        server.feature(method)(changed)

    @server.feature(types.SHUTDOWN)
    def shut_down(params: None) -> None:
        server.is_leaving = True
        server.stop()


def _register_requests(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        """Show the findings at a position, or else the op that is named there."""
        results = await server.results(HOVER_PATIENCE)
        uri, position = params.text_document.uri, params.position
        point = types.Range(position, position)
        here = results.findings.get(uri, ()) if results is not None else ()
        found = [item for item in here if _overlaps(item, point)]
        if found and results is not None:
            pages = [finding_page(item.finding, results.positions) for item in found]
            return types.Hover(server.markup("\n\n---\n\n".join(pages)), found[0].diagnostic.range)
        document = server.workspace.text_documents.get(uri)
        if not isinstance(document, Document):
            return None
        version = results.settings_for(uri).tensorflow_version if results is not None else ""
        page = op_page(*document.line_at(position), version)
        return types.Hover(server.markup(page)) if page else None

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[*_ACTION_KINDS]),
    )
    async def code_actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        results = await server.results()
        wanted = params.context.only
        if results is None:
            return []
        here = results.findings.get(params.text_document.uri, ())
        found: list[types.CodeAction] = []
        if wanted is None or _wants(types.CodeActionKind.QuickFix, wanted):
            touched = [item for item in here if _overlaps(item, params.range)]
            found += [action for item in touched for action in actions_for(item, results)]
        if wanted is not None and _wants(types.CodeActionKind.SourceFixAll, wanted):
            found += fix_all(here, results)
        return found

    @server.command(EXPLAIN)
    def explain(code: str) -> None:
        server.show_rule(code)

    @server.command(GRAPH)
    async def graph(uri: str, position: types.Position) -> dict[str, str]:
        return await server.picture(uri, position)


def _overlaps(located: LocatedFinding, wanted: types.Range) -> bool:
    span = located.diagnostic.range
    return span.start <= wanted.end and wanted.start <= span.end


def _wants(kind: types.CodeActionKind, wanted: Sequence[str]) -> bool:
    """True if a kind of action is asked for by its name or by that of a parent."""
    return any(kind.value == item or kind.value.startswith(f"{item}.") for item in wanted)
