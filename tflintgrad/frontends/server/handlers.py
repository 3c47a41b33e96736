"""The messages of the protocol that the server understands, each with what it does."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from tflintgrad.frontends.server.check_snapshot import Placed
from tflintgrad.frontends.server.code_actions import EXPLAIN, actions_for
from tflintgrad.frontends.server.documents import Document
from tflintgrad.frontends.server.hover import finding_page, op_page
from tflintgrad.frontends.server.server import Server

#: After these something may have changed.
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
    _register_state(server)
    _register_answers(server)


def _register_state(server: Server) -> None:
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


def _register_answers(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        """The findings at this place, or else the op that is named there."""
        look = await server.look()
        uri, position = params.text_document.uri, params.position
        if look is None:
            return None
        here = types.Range(position, position)
        found = [item for item in look.placed.get(uri, ()) if _touch(item, here)]
        if found:
            pages = [finding_page(item.finding, look.places) for item in found]
            return types.Hover(server.markup("\n\n---\n\n".join(pages)), found[0].diagnostic.range)
        document = server.workspace.get_text_document(uri)
        if not isinstance(document, Document) or uri not in look.placed:
            return None
        page = op_page(*document.line_at(position), look.version_for(uri))
        return types.Hover(server.markup(page)) if page else None

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    )
    async def code_actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        look = await server.look()
        wanted = params.context.only
        if look is None or (wanted is not None and not any(map(_is_quick_fix, wanted))):
            return []
        placed = look.placed.get(params.text_document.uri, ())
        touched = [item for item in placed if _touch(item, params.range)]
        return [action for item in touched for action in actions_for(item, look)]

    @server.command(EXPLAIN)
    def explain(code: str) -> None:
        server.show_rule(code)


def _touch(placed: Placed, wanted: types.Range) -> bool:
    span = placed.diagnostic.range
    return span.start <= wanted.end and wanted.start <= span.end


def _is_quick_fix(kind: str) -> bool:
    """Whether somebody who asks for this kind of action gets quick fixes."""
    return types.CodeActionKind.QuickFix.value.startswith(kind)
