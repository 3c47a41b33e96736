"""The language server, in a session with a real client."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from lsprotocol import types

from tests.support.lsp_client import Editor
from tests.support.paths import ROOT
from tests.support.small_programs import CLEAN, NUMPY_ESCAPE
from tflintgrad.frontends.server.settings import KEYS, EditorOptions, from_editor

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

COMMAND = ["tflintgrad", "server"]

TRAIN = """\
import tensorflow as tf
from losses import penalty

weight = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    loss = penalty(weight)
print(tape.gradient(loss, weight))
"""
GOOD_LOSS = """\
import tensorflow as tf

def penalty(values):
    return tf.reduce_sum(values**2)
"""
BAD_LOSS = GOOD_LOSS.replace("values**2", "values.numpy() ** 2")


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    running = Editor(tmp_path_factory.mktemp("work"))
    yield running
    assert running.leave() == 0


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of its own, outside of the folder that the editor was started for."""
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "train.py").write_text(TRAIN)
    (tmp_path / "losses.py").write_text(GOOD_LOSS)
    return tmp_path


class TestDiagnostics:
    def test_finding_and_its_path(self, editor: Editor, tmp_path: Path) -> None:
        uri = editor.open(tmp_path / "a.py", NUMPY_ESCAPE)
        (found,) = editor.diagnostics(uri)
        assert str(found.range) == "4:20-4:29"
        assert (found.code, found.source) == ("TFG201", "tflintgrad")
        assert found.severity == types.DiagnosticSeverity.Error
        assert found.code_description is not None
        assert found.code_description.href.endswith("/rules/TFG201/")
        steps = found.related_information or []
        assert [(step.message, str(step.location.range)) for step in steps] == [
            ("1. source: `x`", "2:4-2:20"),
            ("2. cut: the gradient stops here", "4:20-4:29"),
            ("3. target: the gradient is requested here", "5:6-5:25"),
        ]
        assert {step.location.uri for step in steps} == {uri}

    def test_edit_and_edit_back(self, editor: Editor, tmp_path: Path) -> None:
        uri = editor.open(tmp_path / "a.py", CLEAN)
        assert editor.codes(uri) == []
        editor.type(uri, "y = x * 2.0", "y = tf.constant(x.numpy()) * 2.0")
        assert editor.codes(uri) == ["TFG201"]
        editor.type(uri, "tf.constant(x.numpy())", "x")
        assert editor.codes(uri) == []

    def test_severity_and_selection_follow_the_rules(self, editor: Editor, tmp_path: Path) -> None:
        (tmp_path / "tflintgrad.toml").write_text('extend-select = ["TFG9"]\n')
        text = NUMPY_ESCAPE.replace("GradientTape()", "GradientTape(persistent=True)")
        uri = editor.open(tmp_path / "a.py", text)
        severities = {item.code: item.severity for item in editor.diagnostics(uri)}
        assert severities["TFG902"] == types.DiagnosticSeverity.Information

    def test_broken_text(self, editor: Editor, tmp_path: Path) -> None:
        uri = editor.open(tmp_path / "a.py", NUMPY_ESCAPE)
        editor.type(uri, "print(", "print((")
        assert editor.codes(uri) == ["TFG000"]
        editor.type(uri, "print((", "print(")
        assert editor.codes(uri) == ["TFG201"]

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "\n",
            "\x00",
            "import tensorflow\x00",
            "\ud800 GradientTape tensorflow",
            "((((" * 5000,
        ],
    )
    def test_garbage(self, editor: Editor, tmp_path: Path, text: str) -> None:
        uri = editor.open(tmp_path / "a.py", text)
        assert set(editor.codes(uri)) <= {"TFG000"}
        editor.edit(uri, None, NUMPY_ESCAPE)
        assert editor.codes(uri) == ["TFG201"]

    def test_other_languages_are_left_alone(self, editor: Editor, tmp_path: Path) -> None:
        editor.open(tmp_path / "a.md", NUMPY_ESCAPE, language="markdown")
        uri = editor.open(tmp_path / "a.py", CLEAN)
        assert editor.codes(uri) == []
        assert not any(seen.uri.endswith("/a.md") for seen in editor.published)

    def test_text_that_was_never_saved(self, editor: Editor) -> None:
        uri = editor.open("untitled:Untitled-1", NUMPY_ESCAPE)
        assert editor.codes(uri) == ["TFG201"]

    def test_closing_takes_everything_back(self, editor: Editor, tmp_path: Path) -> None:
        uri = editor.open(tmp_path / "a.py", NUMPY_ESCAPE)
        assert editor.codes(uri) == ["TFG201"]
        editor.close(uri)
        editor.wait_for_codes(uri, [])

    def test_fifty_changes_at_once(self, editor: Editor, tmp_path: Path) -> None:
        uri = editor.open(tmp_path / "a.py", CLEAN)
        before = len(editor.published)
        for number in range(50):
            editor.type(uri, "import tensorflow as tf\n", f"import tensorflow as tf\n#{number}\n")
        editor.type(uri, "y = x * 2.0", "y = tf.constant(x.numpy()) * 2.0")
        (found,) = editor.diagnostics(uri)
        assert found.range.start.line == 54
        assert len(editor.published) - before < 10  # not one for each

    def test_large_file(self, editor: Editor, tmp_path: Path) -> None:
        rows = "".join(f"value_{number} = {number}\n" for number in range(5_000))
        uri = editor.open(tmp_path / "a.py", NUMPY_ESCAPE + rows)
        assert editor.codes(uri) == ["TFG201"]
        editor.type(uri, "tf.constant(x.numpy())", "x")
        assert editor.codes(uri) == []


class TestPositions:
    """Columns count what the client counts, which is not characters."""

    TEXT = NUMPY_ESCAPE.replace("    y = ", "    y = len('🎉é') * ")

    @pytest.mark.parametrize(
        ("name", "encoding", "column"), [("neovim", "utf-8", 36), ("emacs", "utf-32", 32)]
    )
    def test_other_editors(self, tmp_path: Path, name: str, encoding: str, column: int) -> None:
        """Each prefers another way to count; and what it cannot show is not sent to it."""
        editor = Editor(tmp_path, editor=name)
        assert editor.server.position_encoding == encoding
        uri = editor.open(tmp_path / "a.py", self.TEXT)
        (found,) = editor.diagnostics(uri)
        assert (found.range.start.line, found.range.start.character) == (4, column)
        assert found.range.end.character == column + len("x.numpy()")
        assert editor.hover(uri, "    y") is None
        assert editor.leave() == 0

    def test_edit_after_an_emoji(self, editor: Editor, tmp_path: Path) -> None:
        uri = editor.open(tmp_path / "a.py", self.TEXT)
        editor.type(uri, "x.numpy()", "(x).numpy()")
        (found,) = editor.diagnostics(uri)
        assert str(found.range) == "4:33-4:44"

    def test_edit_below_a_form_feed(self, editor: Editor, tmp_path: Path) -> None:
        """It separates pages, not lines."""
        uri = editor.open(tmp_path / "a.py", "\x0c\n'\x0b\x1c\x85\u2028'\n" + CLEAN)
        editor.type(uri, "y = x * 2.0", "y = tf.constant(x.numpy()) * 2.0")
        (found,) = editor.diagnostics(uri)
        assert str(found.range) == "6:20-6:29"

    def test_other_line_endings(self, editor: Editor, tmp_path: Path) -> None:
        uri = editor.open(tmp_path / "a.py", CLEAN.replace("\n", "\r\n"))
        line = types.Range(types.Position(4, 8), types.Position(4, 99))  # beyond its end
        editor.edit(uri, line, "tf.constant(x.numpy())")
        (found,) = editor.diagnostics(uri)
        assert str(found.range) == "4:20-4:29"

    def test_edit_at_the_end(self, editor: Editor, tmp_path: Path) -> None:
        uri = editor.open(tmp_path / "a.py", NUMPY_ESCAPE.removesuffix(")\n"))
        assert editor.codes(uri) == ["TFG000"]
        end = types.Position(9999, 0)
        editor.edit(uri, types.Range(end, end), ")")
        assert editor.codes(uri) == ["TFG201"]


class TestProjects:
    def test_unsaved_text_of_another_file_counts(self, editor: Editor, project: Path) -> None:
        train = editor.open(project / "train.py")
        losses = editor.open(project / "losses.py")
        assert editor.codes(train) == editor.codes(losses) == []
        editor.type(losses, "values**2", "values.numpy() ** 2")
        (found,) = editor.diagnostics(losses)
        assert found.code == "TFG201"
        files = [Path(step.location.uri).name for step in found.related_information or ()]
        assert files == ["train.py", "losses.py", "train.py"]
        editor.type(losses, "values.numpy() ** 2", "values**2")
        assert editor.codes(losses) == []

    def test_other_open_files_are_refreshed(self, editor: Editor, project: Path) -> None:
        """What is imported decides about a finding in the file that imports it."""
        text = CLEAN.replace("x = tf.Variable(3.0)", "from losses import x")
        train = editor.open(project / "train.py", text)
        losses = editor.open(
            project / "losses.py", "import tensorflow as tf\nx = tf.Variable(3.0)\n"
        )
        assert editor.codes(losses) == []
        editor.wait_for_codes(train, [])
        editor.type(losses, "tf.Variable", "tf.constant")
        editor.wait_for_codes(train, ["TFG102"])
        editor.type(losses, "tf.constant", "tf.Variable")
        editor.wait_for_codes(train, [])

    def test_finding_in_a_file_that_is_not_open(self, editor: Editor, project: Path) -> None:
        (project / "losses.py").write_text(BAD_LOSS)
        losses = (project / "losses.py").as_uri()
        train = editor.open(project / "train.py")
        editor.wait_for_codes(losses, ["TFG201"])
        editor.type(train, "penalty(weight)", "weight")
        editor.wait_for_codes(losses, [])

    def test_a_change_on_disk(self, editor: Editor, project: Path) -> None:
        assert types.WORKSPACE_DID_CHANGE_WATCHED_FILES in editor.registered
        losses = project / "losses.py"
        train = editor.open(project / "train.py")
        assert editor.codes(train) == []
        losses.write_text(BAD_LOSS)
        event = types.FileEvent(losses.as_uri(), types.FileChangeType.Changed)
        params = types.DidChangeWatchedFilesParams([event])
        editor.send(lambda: editor.client.workspace_did_change_watched_files(params))
        editor.wait_for_codes(losses.as_uri(), ["TFG201"])

    def test_unsaved_file_that_is_not_on_disk(self, editor: Editor, project: Path) -> None:
        (project / "losses.py").write_text(BAD_LOSS)
        (project / "train.py").unlink()
        editor.open(project / "train.py", TRAIN)
        editor.wait_for_codes((project / "losses.py").as_uri(), ["TFG201"])


class TestSettings:
    def test_project_configuration(self, editor: Editor, project: Path) -> None:
        (project / "pyproject.toml").write_text('[tool.tflintgrad]\nignore = ["TFG201"]\n')
        uri = editor.open(project / "a.py", NUMPY_ESCAPE)
        assert editor.codes(uri) == []

    def test_broken_configuration_is_told_once(self, editor: Editor, project: Path) -> None:
        (project / "pyproject.toml").write_text('[tool.tflintgrad]\nignor = ["TFG201"]\n')
        uri = editor.open(project / "a.py", NUMPY_ESCAPE)
        assert editor.codes(uri) == ["TFG201"]
        editor.type(uri, "2.0", "3.0")
        assert editor.codes(uri) == ["TFG201"]
        told = [message.message for message in editor.client.messages]
        (line,) = [message for message in told if str(project) in message]
        assert "'ignor'; did you mean 'ignore'?" in line

    def test_editor_options(self, tmp_path: Path) -> None:
        options = {
            "select": ["TFG2", "TFG888"],
            "ignore": "TFG2",
            "extend-select": ["TFG9"],
            "tensorflowVersion": "1.0",
            "trace": "off",  # for the editor itself
        }
        editor = Editor(tmp_path, options={"tflintgrad": options})
        text = NUMPY_ESCAPE.replace("GradientTape()", "GradientTape(persistent=True)")
        uri = editor.open(tmp_path / "a.py", text)
        assert editor.codes(uri) == ["TFG201"]
        told = sorted(message.message for message in editor.client.messages)
        assert [line.split(": ")[1] for line in told] == [
            "tflintgrad.extend-select",
            "tflintgrad.ignore",
            "tflintgrad.select",
            "tflintgrad.tensorflowVersion",
        ]
        assert "did you mean 'extendSelect'?" in told[0]
        assert "must be a list of strings" in told[1]
        assert "'TFG888' is neither a rule" in told[2]

        def configure(sent: object) -> None:
            params = types.DidChangeConfigurationParams(sent)
            editor.send(lambda: editor.client.workspace_did_change_configuration(params))

        configure({"tflintgrad": {"extendSelect": ["TFG9"], "ignore": ["numpy-escape"]}})
        editor.wait_for_codes(uri, ["TFG902"])
        configure({"select": ["TFG2"]})
        editor.wait_for_codes(uri, ["TFG201"])
        assert len(editor.client.messages) == len(told)
        assert editor.leave() == 0


class TestDocumentation:
    """docs/server.md: what can be read by a program says what the server understands."""

    PAGE = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")

    def blocks(self, language: str) -> list[str]:
        return re.findall(rf"^```{language}\n(.*?)^```", self.PAGE, re.MULTILINE | re.DOTALL)

    def test_json(self) -> None:
        code, pycharm, sublime = map(json.loads, self.blocks("json"))
        assert [code["glspc.server.command"], *code["glspc.server.commandArguments"]] == COMMAND
        assert from_editor(pycharm) == EditorOptions({"extend-select": ["TFG9"]})
        client = sublime["clients"]["tflintgrad"]
        assert client["command"] == COMMAND
        nested = {
            key.removeprefix("tflintgrad."): value for key, value in client["settings"].items()
        }
        assert from_editor({"tflintgrad": nested}) == from_editor(pycharm)

    def test_toml(self) -> None:
        (helix,) = map(tomllib.loads, self.blocks("toml"))
        server = helix["language-server"]["tflintgrad"]
        assert [server["command"], *server["args"]] == COMMAND
        assert from_editor(server["config"]) == EditorOptions({"extend-select": ["TFG9"]})
        assert "tflintgrad" in helix["language"][0]["language-servers"]

    def test_lua_and_lisp(self) -> None:
        for text in self.blocks("lua"):
            assert "cmd = { 'tflintgrad', 'server' }" in text
        for text in self.blocks("elisp"):
            assert '("tflintgrad" "server")' in text
            assert text.count("(") == text.count(")")

    def test_settings_are_all_told(self) -> None:
        for key in KEYS:
            assert f"`{key}`" in self.PAGE
