"""`--add-noqa`: every finding is silenced where it stands, and `--fix` undoes it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests.support.command_line import tflintgrad
from tests.support.fake_analysis import HEAD, install, project_in
from tests.support.notebook_files import notebook
from tflintgrad.engine.check_in_memory import check_text
from tflintgrad.engine.fixes import fixes_of, noqa_for
from tflintgrad.engine.rewriting import rewritten
from tflintgrad.frontends.cli.entry import run
from tflintgrad.source.edits import apply_edits
from tflintgrad.source.notebook import read_cells


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the stand-in for the analysis."""
    return project_in(tmp_path, monkeypatch)


class TestAddNoqa:
    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("y = x.numpy()\n", "y = x.numpy()  # noqa: TFG201\n"),
            ("y = x.numpy()", "y = x.numpy()  # noqa: TFG201"),
            ("y = x.numpy() \t\r\n", "y = x.numpy()  # noqa: TFG201\r\n"),
            ("y = x.numpy()  # why\n", "y = x.numpy()  # why  # noqa: TFG201\n"),
            ("y = x.numpy()  # noqa: E501\n", "y = x.numpy()  # noqa: E501, TFG201\n"),
            ("y = x.numpy()  # noqa: E501 why\n", "y = x.numpy()  # noqa: E501, TFG201 why\n"),
            (
                "y = x.numpy()  # noqa: E501  # type: ignore\n",
                "y = x.numpy()  # noqa: E501, TFG201  # type: ignore\n",
            ),
            (
                "y = x.numpy()  # tflintgrad: ignore[TFG3, TFG002]\n",
                "y = x.numpy()  # tflintgrad: ignore[TFG3, TFG002]  # noqa: TFG201\n",
            ),
            ("y = x.numpy() \\\n + 1\n", "y = x.numpy() \\\n + 1  # noqa: TFG201\n"),
            (
                'y = f(x.numpy(), """\n# noqa""", 1)\n',
                'y = f(x.numpy(), """\n# noqa""", 1)  # noqa: TFG201\n',
            ),
            ("y = (\n  x.numpy()\n)\n", "y = (\n  x.numpy()  # noqa: TFG201\n)\n"),
            ("y = x.numpy()  # noqa: TFG201\n",) * 2,
            ("y = (\n  x.numpy()\n)  # noqa\n",) * 2,
        ],
    )
    def test_where_it_is_written(self, folder: Path, before: str, after: str) -> None:
        Path("a.py").write_text(HEAD + before, newline="")
        assert run(["check", "--add-noqa", "a.py"]) == 0
        assert Path("a.py").read_bytes().decode() == HEAD + after
        assert run(["check", "a.py"]) == 0

    def test_what_is_said(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        Path("a.py").write_text(f"{HEAD}y = x.numpy()\nz = 1  # noqa: TFG3\n")
        Path("b.py").write_text(f"{HEAD}y = BROKEN\n")
        before = Path("a.py").read_text()
        assert run(["check", "--add-noqa", "--dry-run"]) == 1
        captured = capsys.readouterr()
        assert "+y = x.numpy()  # noqa: TFG201\n" in captured.out
        assert captured.err.startswith("Would suppress 1 finding in 1 file.\n")
        assert Path("a.py").read_text() == before
        assert run(["check", "--add-noqa"]) == 1
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err == (
            "Suppressed 1 finding in 1 file.\n"
            "1 finding left; `tflintgrad check --fix` corrects it.\n"
            "1 finding could not be suppressed.\n"
        )

    def test_only_what_is_selected(self, folder: Path) -> None:
        Path("a.py").write_text(f"{HEAD}y = x.numpy()\n")
        run(["check", "--add-noqa", "--select", "TFG1"])
        assert Path("a.py").read_text() == f"{HEAD}y = x.numpy()\n"

    def test_cells(self, folder: Path) -> None:
        path = folder / "a.ipynb"
        path.write_text(notebook(HEAD, ">>> y = x.numpy()", "y = (\n  x.numpy(),\n)", split=True))
        assert run(["check", "--add-noqa"]) == 0
        cells = [cell.text for cell in read_cells(path.read_bytes())]
        assert cells[1] == ">>> y = x.numpy()  # noqa: TFG201"
        assert cells[2] == "y = (\n  x.numpy(),  # noqa: TFG201\n)"
        assert run(["check"]) == 0

    def test_a_file_that_was_not_named(self, tmp_path: Path) -> None:
        """What is reported for it is not ours to silence there."""
        (tmp_path / "pyproject.toml").touch()
        losses = "import tensorflow as tf\ndef cut(x):\n    return tf.constant(x.numpy())\n"
        (tmp_path / "losses.py").write_text(losses)
        (tmp_path / "train.py").write_text(
            "import tensorflow as tf\nfrom losses import cut\nw = tf.Variable(1.0)\n"
            "with tf.GradientTape() as tape:\n    y = cut(w)\ntape.gradient(y, w)\n"
        )
        finished = tflintgrad("check", "--add-noqa", "train.py", cwd=tmp_path)
        assert finished.returncode == 1
        assert "losses.py: not changed, because it was not named" in finished.stderr
        assert (tmp_path / "losses.py").read_text() == losses
        assert tflintgrad("check", "--add-noqa", ".", cwd=tmp_path).returncode == 0
        assert tflintgrad("check", ".", cwd=tmp_path).returncode == 0


PIECES = [
    "x.numpy()",
    "1",
    "'# noqa'",
    "(\n    x.numpy()\n)",
    "f(  # why\n    x.numpy(),  # noqa: E501\n    1\n)",
    '"""\n# noqa: TFG201\n"""',
    "g(x.numpy(), '''\n''', w.numpy())",
    "[\n    x.numpy() \\\n    .real,\n    w.numpy()\n]",
    "(lambda: x.numpy())",
    "f'{x.numpy()}'",
    "f'''{x.numpy()}\n  {w.numpy()}'''",
]
ENDS = ["", "  # why", "  # noqa: E501", " # type: ignore", "  # noqa: E501 long # more", "  "]
FRAMES: list[Callable[[str, str], str]] = [
    lambda piece, end: f"y = {piece}{end}\n",
    lambda piece, end: f"y = 1 + \\\n    {piece}{end}\n",
    lambda piece, end: f"if {piece}:{end}\n    z = 1{end}\n",
    lambda piece, end: f"@f({piece}){end}\ndef g(a={piece}):{end}\n    pass{end}\n",
    lambda piece, end: f"a = 1; {piece}; b = 2{end}\n",
]
statements = st.builds(
    lambda frame, piece, end: frame(piece, end),
    st.sampled_from(FRAMES),
    st.sampled_from(PIECES),
    st.sampled_from(ENDS),
)


@hypothesis_settings(deadline=None, max_examples=50)
@given(st.lists(statements, max_size=5).map("".join), st.booleans())
def test_after_add_noqa_nothing_is_reported(text: str, carriage_returns: bool) -> None:
    """And the program is the same: the tree of its syntax, and everything but the comments."""
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        before = HEAD + text
        result = check_text(before, "a.py")
        assert result.error is None
        written = before.replace("\n", "\r\n") if carriage_returns else before
        collected = noqa_for(result)
        after = written.encode()
        if collected.edits:
            after = rewritten(after, result, collected.edits)
        assert collected.unresolved == ()
        assert check_text(after.decode(), "a.py").findings == ()
        assert ast.dump(ast.parse(after)) == ast.dump(ast.parse(before))
        assert after.count(b"\n") == written.count("\n")
        assert after.count(b"\r") == written.count("\r")


@hypothesis_settings(deadline=None, max_examples=50)
@given(st.lists(statements, max_size=5).map("".join))
def test_fix_undoes_add_noqa(text: str) -> None:
    """Comments that were added for findings that are gone are removed again."""
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        result = check_text(HEAD + text, "a.py")
        after = apply_edits(HEAD + text, noqa_for(result).edits.get(None, []))
        clean = after.replace(".numpy()", ".number")
        for _ in range(3):
            result = check_text(clean, "a.py")
            clean = apply_edits(clean, fixes_of(result).edits.get(None, []))
        assert "TFG201" not in clean.replace('"""\n# noqa: TFG201\n"""', "")
        assert check_text(clean, "a.py").findings == ()
