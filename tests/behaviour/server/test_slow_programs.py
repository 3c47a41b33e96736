"""The language server answers while a program takes too long."""

from __future__ import annotations

import time
from pathlib import Path

from tests.behaviour.security.test_bounded_work import HEAD, queries
from tests.support.lsp_client import Editor
from tests.support.small_programs import NUMPY_ESCAPE
from tflintgrad.frontends.server.server import HOVER_PATIENCE


def test_hover_and_edits_meanwhile(tmp_path: Path) -> None:
    """A hover shows what is known; an edit ends the program, and is answered at once."""
    editor = Editor(tmp_path)
    try:
        uri = editor.open(tmp_path / "slow.py", HEAD + queries(2500))
        time.sleep(1.0)  # it is under way
        before = time.monotonic()
        page = editor.hover(uri, "tf.GradientTape")
        waited = time.monotonic() - before
        assert page is None or "tf.GradientTape" in page
        assert waited < HOVER_PATIENCE + 10.0, waited
        editor.edit(uri, None, NUMPY_ESCAPE)
        editor.texts[uri] = NUMPY_ESCAPE
        assert editor.codes(uri) == ["TFG201"]
        assert "TFG201" in (editor.hover(uri, "x.numpy()") or "")
    finally:
        assert editor.leave() == 0
