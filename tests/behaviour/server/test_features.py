"""What the language server answers, how it ends, and notebooks."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from tests.support.command_line import tflintgrad
from tests.support.lsp_client import Editor
from tests.support.paths import ROOT
from tests.support.small_programs import CLEAN, NUMPY_ESCAPE


def with_notebooks(capabilities: types.ClientCapabilities) -> None:
    capabilities.notebook_document = types.NotebookDocumentClientCapabilities(
        types.NotebookDocumentSyncClientCapabilities()
    )


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    running = Editor(tmp_path_factory.mktemp("work"), adjust=with_notebooks)
    yield running
    assert running.leave() == 0


class TestHover:
    def test_finding(self, editor: Editor, tmp_path: Path) -> None:
        uri = editor.open(tmp_path / "a.py", NUMPY_ESCAPE)
        page = editor.hover(uri, "x.numpy()")
        assert page is not None
        assert page.startswith("**TFG201 numpy-escape** (error): `.numpy()` leaves TensorFlow")
        assert f"2. **cut**, [line 5]({uri}#L5): the gradient stops here\n" in page
        assert "Help: Stay in TensorFlow" in page
        assert "**Why is this bad?**\n\n`.numpy()` returns plain numbers." in page
        assert "```" not in page  # the examples are on the rule's page

    def test_right_after_an_edit(self, editor: Editor, tmp_path: Path) -> None:
        """The answer is about the text as it is, even if nothing was published yet."""
        uri = editor.open(tmp_path / "a.py", NUMPY_ESCAPE)
        editor.type(uri, "import", "# a line more\nimport")
        page = editor.hover(uri, "x.numpy()")
        assert page is not None
        assert "line 6" in page

    def test_operation(self, editor: Editor, tmp_path: Path) -> None:
        uri = editor.open(tmp_path / "a.py", "import tensorflow as tf\ntf.math.argmax(x)\n")
        page = editor.hover(uri, "argmax")
        assert page is not None
        assert page.startswith("**tf.argmax** and a gradient, argument by argument:\n")
        assert "- `input`: none: the gradient is None" in page
        for nothing in ("math", "import", "x)", "tf."):
            assert editor.hover(uri, nothing) is None

    def test_nothing_known(self, editor: Editor, tmp_path: Path) -> None:
        uri = editor.open(tmp_path / "a.py", "np.nonsense.nothing\nmodel.fit\ntf.Nothing\n")
        for piece in ("nothing", "nonsense", "fit", "Nothing"):
            assert editor.hover(uri, piece) is None

    def test_cancelled(self, editor: Editor, tmp_path: Path) -> None:
        """A request that is not wanted any more is answered at once, with an error."""
        uri = editor.open(tmp_path / "a.py", NUMPY_ESCAPE)
        protocol = editor.client.protocol
        document = types.TextDocumentIdentifier(uri)
        params = types.HoverParams(document, types.Position(4, 20))

        async def ask_and_cancel() -> Any:
            request = protocol.send_request_async(types.TEXT_DOCUMENT_HOVER, params, msg_id="77")
            asked = asyncio.ensure_future(request)
            await asyncio.sleep(0)
            protocol.notify(types.CANCEL_REQUEST, types.CancelParams("77"))
            return await asked

        with pytest.raises(Exception, match='Request with id "77" is canceled'):
            editor.call(ask_and_cancel())
        assert editor.codes(uri) == ["TFG201"]


ESCAPE = "tf.constant(x.numpy())"
ORDER = "  # tflintgrad: ignore[numpy-escape]\n"


class TestActions:
    def titles(self, editor: Editor, uri: str, only: list[str] | None = None) -> list[str]:
        (found,) = editor.diagnostics(uri)
        return [action.title for action in editor.actions(uri, found.range, only)]

    def suppress(self, editor: Editor, uri: str, where: str) -> None:
        (found,) = [item for item in editor.diagnostics(uri) if item.code == "TFG201"]
        title = f"Suppress TFG201 {where}"
        (action,) = [item for item in editor.actions(uri, found.range) if item.title == title]
        assert action.kind == types.CodeActionKind.QuickFix
        assert [item.code for item in action.diagnostics] == [found.code]
        editor.apply(action.edit)

    @pytest.mark.parametrize(
        ("written", "expected"),
        [
            ("x.numpy() * 2.0", "x.numpy() * 2.0" + ORDER),
            ("x.numpy()  # 🎉 noqa: E501", "x.numpy()  # 🎉 noqa: E501" + ORDER),
            (
                "x.numpy()  # tflintgrad: ignore[TFG3] why",
                "x.numpy()  # tflintgrad: ignore[TFG3, numpy-escape] why\n",
            ),
            ("(x.\nnumpy(\n))", "(x." + ORDER + "numpy(\n))\n"),
            ("x \\\n.numpy()", "x \\\n.numpy()" + ORDER),
            ("len('''\n''') + x.numpy()", "\n''') + x.numpy()" + ORDER),
        ],
    )
    def test_suppress(self, editor: Editor, tmp_path: Path, written: str, expected: str) -> None:
        text = NUMPY_ESCAPE.replace("tf.constant(x.numpy()) * 2.0", written)
        uri = editor.open(tmp_path / "a.py", text)
        self.suppress(editor, uri, "on this line")
        assert expected in editor.texts[uri]
        assert "TFG201" not in editor.codes(uri)

    def test_no_suppression_where_none_works(self, editor: Editor, tmp_path: Path) -> None:
        """The line ends inside of a string; and a file that is no Python cannot be silenced."""
        written = "x.numpy() + len('''\n''')"
        uri = editor.open(tmp_path / "a.py", NUMPY_ESCAPE.replace(ESCAPE, written))
        assert "Suppress TFG201 on this line" not in self.titles(editor, uri)
        uri = editor.open(tmp_path / "b.py", NUMPY_ESCAPE + "(")
        assert self.titles(editor, uri) == ["Explain TFG000 (syntax-error)"]

    def test_suppress_in_file(self, editor: Editor, tmp_path: Path) -> None:
        uri = editor.open(tmp_path / "a.py", "#!/usr/bin/env python\n" + NUMPY_ESCAPE)
        self.suppress(editor, uri, "in this file")
        order = "#!/usr/bin/env python\n# tflintgrad: ignore-file[numpy-escape]\nimport"
        assert editor.texts[uri].startswith(order)
        assert editor.codes(uri) == []

    def test_fix(self, editor: Editor, tmp_path: Path) -> None:
        uri = editor.open(tmp_path / "a.py", CLEAN.replace("x * 2.0", f"x * 2.0{ORDER}    y = y"))
        (found,) = editor.diagnostics(uri)
        assert (found.code, found.tags) == ("TFG002", (types.DiagnosticTag.Unnecessary,))
        fix, *_ = editor.actions(uri, found.range)
        assert (fix.title, fix.is_preferred) == ("Remove the unused suppression", True)
        editor.apply(fix.edit)
        assert editor.texts[uri] == CLEAN.replace("x * 2.0", "x * 2.0\n    y = y")
        assert editor.codes(uri) == []

    def test_fix_all(self, editor: Editor, tmp_path: Path) -> None:
        text = CLEAN.replace("x * 2.0", f"x * 2.0{ORDER}    y = y")
        uri = editor.open(tmp_path / "a.py", text)
        anywhere = types.Range(types.Position(0, 0), types.Position(0, 0))
        (action,) = editor.actions(uri, anywhere, ["source.fixAll"])
        assert action.kind == types.CodeActionKind.SourceFixAll
        editor.apply(action.edit)
        assert editor.codes(uri) == []
        assert editor.actions(uri, anywhere, ["source.fixAll"]) == []

    def test_only_what_is_asked_for(self, editor: Editor, tmp_path: Path) -> None:
        uri = editor.open(tmp_path / "a.py", NUMPY_ESCAPE)
        assert self.titles(editor, uri, ["refactor"]) == []
        assert self.titles(editor, uri, ["quickfix"]) == self.titles(editor, uri)
        elsewhere = types.Range(types.Position(0, 0), types.Position(1, 0))
        assert editor.actions(uri, elsewhere) == []

    def test_explain(self, editor: Editor, tmp_path: Path) -> None:
        uri = editor.open(tmp_path / "a.py", NUMPY_ESCAPE)
        assert "Explain TFG201 (numpy-escape)" in self.titles(editor, uri)
        command = types.ExecuteCommandParams("tflintgrad.explain", ["TFG201"])
        editor.ask(types.WORKSPACE_EXECUTE_COMMAND, command)
        editor.wait(lambda: bool(editor.client.shown_documents))
        (shown,) = editor.client.shown_documents
        assert shown.uri == (ROOT / "rules" / "TFG201-numpy-escape.md").as_uri()


class Notebook:
    """A notebook in an editor: cells are texts of their own."""

    def __init__(self, editor: Editor, path: Path, *cells: str) -> None:
        self.editor = editor
        self.uri = path.as_uri()
        self.cells = [f"vscode-notebook-cell:{path}#{number}" for number in range(len(cells))]
        self.version = 1
        for uri, text in zip(self.cells, cells, strict=True):
            editor.texts[uri], editor.versions[uri] = text, 1
        document = types.NotebookDocument(self.uri, "jupyter-notebook", 1, self._all_cells())
        items = [self._item(uri) for uri in self.cells]
        params = types.DidOpenNotebookDocumentParams(document, items)
        editor.send(lambda: editor.client.notebook_document_did_open(params))

    def _all_cells(self) -> list[types.NotebookCell]:
        return [types.NotebookCell(self._kind(uri), uri) for uri in self.cells]

    def _kind(self, uri: str) -> types.NotebookCellKind:
        is_text = self.editor.texts[uri].startswith("#")
        return types.NotebookCellKind.Markup if is_text else types.NotebookCellKind.Code

    def _item(self, uri: str) -> types.TextDocumentItem:
        text = self.editor.texts[uri]
        return types.TextDocumentItem(uri, "python", self.editor.versions[uri], text)

    def _change(self, change: types.NotebookDocumentCellChanges) -> None:
        self.version += 1
        document = types.VersionedNotebookDocumentIdentifier(self.version, self.uri)
        event = types.NotebookDocumentChangeEvent(cells=change)
        params = types.DidChangeNotebookDocumentParams(document, event)
        self.editor.send(lambda: self.editor.client.notebook_document_did_change(params))

    def type(self, number: int, text: str) -> None:
        uri = self.cells[number]
        self.editor.texts[uri] = text
        self.editor.versions[uri] += 1
        identifier = types.VersionedTextDocumentIdentifier(self.editor.versions[uri], uri)
        whole = types.TextDocumentContentChangeWholeDocument(text)
        content = types.NotebookDocumentCellContentChanges(identifier, [whole])
        self._change(types.NotebookDocumentCellChanges(text_content=[content]))

    def remove(self, number: int) -> None:
        uri = self.cells.pop(number)
        array = types.NotebookCellArrayChange(number, 1)
        closed = [types.TextDocumentIdentifier(uri)]
        structure = types.NotebookDocumentCellChangeStructure(array, did_close=closed)
        self._change(types.NotebookDocumentCellChanges(structure=structure))

    def close(self) -> None:
        document = types.NotebookDocumentIdentifier(self.uri)
        cells = [types.TextDocumentIdentifier(uri) for uri in self.cells]
        params = types.DidCloseNotebookDocumentParams(document, cells)
        self.editor.send(lambda: self.editor.client.notebook_document_did_close(params))


class TestNotebooks:
    CELLS = (
        "import tensorflow as tf\n%matplotlib inline\nx = tf.Variable(3.0)\n",
        "# About the loss",
        "def loss(value):\n    return tf.constant(value.numpy()) * 2.0\n",
        "with tf.GradientTape() as tape:\n    y = loss(x)\ntape.gradient(y, x)\n",
    )

    def test_cells_are_one_program(self, editor: Editor, tmp_path: Path) -> None:
        notebook = Notebook(editor, tmp_path / "study.ipynb", *self.CELLS)
        (found,) = editor.diagnostics(notebook.cells[2])
        assert (found.code, str(found.range)) == ("TFG201", "1:23-1:36")
        steps = [step.location for step in found.related_information or ()]
        assert [(notebook.cells.index(step.uri), str(step.range)) for step in steps] == [
            (0, "2:4-2:20"),
            (2, "1:23-1:36"),
            (3, "2:0-2:19"),
        ]
        assert [editor.codes(notebook.cells[number]) for number in (0, 3)] == [[], []]
        page = editor.hover(notebook.cells[2], "value.numpy()")
        assert page is not None
        assert "3. target, cell 4, line 3" in page
        notebook.close()
        editor.wait_for_codes(notebook.cells[2], [])

    def test_edit_suppress_and_remove(self, editor: Editor, tmp_path: Path) -> None:
        notebook = Notebook(editor, tmp_path / "study.ipynb", *self.CELLS)
        cell = notebook.cells[2]
        assert editor.codes(cell) == ["TFG201"]
        notebook.type(2, self.CELLS[2].replace("tf.constant(value.numpy())", "value"))
        assert editor.codes(cell) == []
        notebook.type(2, self.CELLS[2])
        (found,) = editor.diagnostics(cell)
        fix, action, *_ = editor.actions(cell, found.range)
        assert fix.title == "Keep the tensor"
        (edits,) = action.edit.changes.values()
        assert [(str(edit.range), edit.new_text) for edit in edits] == [
            ("1:43-1:43", ORDER.rstrip("\n"))
        ]
        notebook.type(2, self.CELLS[2].replace(" * 2.0", " * 2.0" + ORDER.rstrip("\n")))
        assert editor.codes(cell) == []
        notebook.type(2, self.CELLS[2])
        assert editor.codes(cell) == ["TFG201"]
        notebook.remove(2)
        editor.wait_for_codes(cell, [])

    def test_broken_cell(self, editor: Editor, tmp_path: Path) -> None:
        notebook = Notebook(editor, tmp_path / "study.ipynb", *self.CELLS)
        notebook.type(0, self.CELLS[0] + "x = = 1\n")
        (found,) = editor.diagnostics(notebook.cells[0])
        assert (found.code, found.range.start.line) == ("TFG000", 3)

    def test_open_as_text(self, editor: Editor, tmp_path: Path) -> None:
        """What is in the cells has no place in the lines of the file."""
        cells = [{"cell_type": "code", "source": NUMPY_ESCAPE}]
        path = tmp_path / "study.ipynb"
        path.write_text(json.dumps({"cells": cells}))
        as_json = editor.open(path, language="json")
        as_python = editor.open(tmp_path / "copy.ipynb", path.read_text(), language="python")
        other = editor.open(tmp_path / "a.py", CLEAN)
        assert editor.codes(other) == []
        assert not {as_json, as_python} & {seen.uri for seen in editor.published}


class TestPictures:
    """The command `tflintgrad.graph`, which returns a picture and shows nothing."""

    def picture(self, editor: Editor, uri: str, line: int) -> dict[str, str]:
        arguments = [uri, {"line": line, "character": 4}]
        command = types.ExecuteCommandParams("tflintgrad.graph", arguments)
        answer = editor.ask(types.WORKSPACE_EXECUTE_COMMAND, command)
        return dict(answer if isinstance(answer, dict) else answer._asdict())

    def test_a_finding(self, editor: Editor, tmp_path: Path) -> None:
        """The picture is of the text in the editor, not of the file."""
        path = tmp_path / "a.py"
        path.write_text(CLEAN)
        uri = editor.open(path, NUMPY_ESCAPE)
        drawn = self.picture(editor, uri, 4)["svg"]
        assert drawn.startswith("<svg ")
        assert "TFG201 numpy-escape" in drawn
        assert "a.py:6" in drawn

    def test_a_query_without_a_finding(self, editor: Editor, tmp_path: Path) -> None:
        uri = editor.open(tmp_path / "a.py", CLEAN)
        drawn = self.picture(editor, uri, 4)["svg"]
        assert "tape.gradient(y, x)" in drawn
        assert "TFG" not in drawn

    def test_nothing_to_draw(self, editor: Editor, tmp_path: Path) -> None:
        uri = editor.open(tmp_path / "a.py", CLEAN)
        found = self.picture(editor, uri, 0)
        assert found == {"message": "a.py:1: no gradient query or finding here; see line 6"}
        broken = editor.open(tmp_path / "b.py", "x = = 1\n")
        assert self.picture(editor, broken, 0)["message"].startswith("line 1: ")
        assert "not open" in self.picture(editor, (tmp_path / "c.py").as_uri(), 0)["message"]

    def test_a_cell(self, editor: Editor, tmp_path: Path) -> None:
        notebook = Notebook(editor, tmp_path / "study.ipynb", *TestNotebooks.CELLS)
        (found,) = editor.diagnostics(notebook.cells[2])
        drawn = self.picture(editor, notebook.cells[2], found.range.start.line)["svg"]
        assert "TFG201 numpy-escape" in drawn


class TestSessions:
    def test_exit_without_shutdown(self, tmp_path: Path) -> None:
        assert Editor(tmp_path).vanish() == 1

    def test_shutdown_during_requests(self, tmp_path: Path) -> None:
        """Requests that wait for a check are cancelled, and the session ends well."""
        editor = Editor(tmp_path)
        uri = editor.open(tmp_path / "a.py", NUMPY_ESCAPE)
        document = types.TextDocumentIdentifier(uri)
        params = types.HoverParams(document, types.Position(4, 20))
        asked: list[Any] = []

        def ask() -> None:
            for _ in range(3):
                request = editor.client.protocol.send_request_async("textDocument/hover", params)
                asked.append(asyncio.ensure_future(request))

        editor.send(ask)
        assert editor.leave() == 0
        for request in asked:
            request.cancel()

    def test_end_of_input(self, tmp_path: Path) -> None:
        finished = tflintgrad("server", "--stdio", cwd=tmp_path)
        assert (finished.returncode, finished.stdout, finished.stderr) == (1, "", "")

    def test_garbage_instead_of_messages(self, tmp_path: Path) -> None:
        messages = [b"nonsense\r\n\r\n", b"Content-Length: 3\r\n\r\n{}}"]
        for method in ("shutdown", "textDocument/nothing", "exit"):
            message = {"jsonrpc": "2.0", "method": method}
            if method != "exit":
                message["id"] = method
            body = json.dumps(message).encode()
            messages.append(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        finished = tflintgrad("server", stdin=b"".join(messages), cwd=tmp_path)
        assert finished.returncode == 0
        assert '"id":"shutdown"' in finished.stdout.replace(" ", "")

    def test_without_pygls(self, tmp_path: Path) -> None:
        (tmp_path / "libraries").mkdir()
        (tmp_path / "libraries" / "pygls.py").write_text("")  # hides the real one
        path = os.pathsep.join((str(tmp_path / "libraries"), str(ROOT)))
        (tmp_path / "project").mkdir()
        environment = {**os.environ, "PYTHONPATH": path}
        finished = tflintgrad("server", cwd=tmp_path / "project", environment=environment)
        assert finished.returncode == 2
        (line,) = finished.stderr.splitlines()
        assert line.startswith(
            "Error: this needs pygls 2 or newer: pip install 'tflintgrad[server]'"
        )
