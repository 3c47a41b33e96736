"""Which files are read, and what is read from them."""

from __future__ import annotations

import codecs
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tflintgrad.config.settings import DEFAULT_EXCLUDE
from tflintgrad.project.discovery import discover
from tflintgrad.project.prefilter.keywords import may_have_finding
from tflintgrad.source.decoding import DecodeError, decode, normalize, split_lines
from tflintgrad.source.files import Unreadable, read_bytes


def found(*paths: str) -> list[str]:
    return [candidate.path for candidate in discover(paths) if candidate.problem is None]


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("b.py", "a.py", "notes.txt", "stub.pyi", "pkg/__init__.py", "pkg/z.py"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("")
    return tmp_path


class TestDiscovery:
    def test_order_is_alphabetical(self, tree: Path) -> None:
        assert found(".") == ["a.py", "b.py", str(Path("pkg/__init__.py")), str(Path("pkg/z.py"))]
        assert found(str(tree))[0] == str(tree / "a.py")

    def test_order_of_arguments_is_kept(self, tree: Path) -> None:
        assert found("pkg", "b.py", "a.py")[-2:] == ["b.py", "a.py"]

    def test_nothing_twice(self, tree: Path) -> None:
        assert len(found(".", "a.py", str(tree / "a.py"), "pkg")) == 4

    @pytest.mark.parametrize("name", DEFAULT_EXCLUDE)
    def test_other_peoples_directories(self, tree: Path, name: str) -> None:
        (tree / name).mkdir()
        (tree / name / "x.py").write_text("")
        assert str(Path(name) / "x.py") not in found(".")
        assert found(str(Path(name) / "x.py")) == [str(Path(name) / "x.py")]
        assert found(name) == [str(Path(name) / "x.py")]

    def test_named_file_of_any_name(self, tree: Path) -> None:
        assert found("notes.txt") == ["notes.txt"]

    def test_directory_named_like_a_file(self, tree: Path) -> None:
        (tree / "x.py").mkdir()
        (tree / "x.py" / "inner.py").write_text("")
        assert str(Path("x.py/inner.py")) in found(".")
        assert found("x.py") == [str(Path("x.py/inner.py"))]

    def test_missing_path(self, tree: Path) -> None:
        (candidate,) = discover(["nowhere"])
        assert candidate.problem == "no such file or directory"

    def test_impossible_path(self) -> None:
        (candidate,) = discover(["a\0b"])
        assert candidate.problem

    @pytest.mark.skipif(sys.platform == "win32", reason="needs symbolic links")
    def test_symlink_loop(self, tree: Path) -> None:
        (tree / "pkg" / "up").symlink_to(tree, target_is_directory=True)
        (tree / "self").symlink_to("self")
        (tree / "gone.py").symlink_to("nowhere.py")
        assert len(found(".")) == 4
        assert len(found(str(Path("pkg/up")))) == 4

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
    def test_named_pipe(self, tree: Path) -> None:
        os.mkfifo(tree / "pipe.py")
        assert "pipe.py" not in found(".")
        (candidate,) = discover(["pipe.py"])
        assert candidate.problem == "not a regular file"
        with pytest.raises(Unreadable, match="not a regular file"):
            read_bytes(str(tree / "pipe.py"))

    def test_name_that_is_no_text(self, tree: Path) -> None:
        name = os.fsdecode(b"caf\xe9.py")
        try:
            (tree / name).write_text("")
        except OSError:
            pytest.skip("this file system wants names in UTF-8")
        assert name in found(".")


class TestReading:
    def test_missing_file(self, tmp_path: Path) -> None:
        with pytest.raises(Unreadable, match="no such file"):
            read_bytes(str(tmp_path / "gone.py"))

    def test_plain(self) -> None:
        assert decode("x = 'ä€'\n".encode()) == "x = 'ä€'\n"
        assert decode(b"") == ""

    def test_byte_order_mark(self) -> None:
        assert decode(codecs.BOM_UTF8 + b"x = 1\n") == "x = 1\n"

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    def test_line_endings(self, end: str) -> None:
        assert decode(f"x = 1{end}y = 2{end}".encode()) == "x = 1\ny = 2\n"

    def test_declared_encoding(self) -> None:
        text = "# -*- coding: latin-1 -*-\nx = 'é'\n"
        assert decode(text.encode("latin-1")) == text
        text = "#!/usr/bin/env python\n# vim: set fileencoding=cp1251 :\nx = 'ж'\n"
        assert decode(text.encode("cp1251")) == text

    @pytest.mark.parametrize(
        ("data", "row", "column"),
        [
            (b"\xff", 1, 1),
            (b"x = 1\ny = '\xe9'\n", 2, 6),
            ("ä = 1\nö = '".encode() + b"\xff'\n", 2, 6),
            (b"x = 1\r\n\r\ny = '\xc3", 3, 6),
            (b"# ok\n" * 2000 + b"  \x80", 2001, 3),
            (codecs.BOM_UTF16_LE + "x = 1".encode("utf-16-le"), 1, 1),
            (b"# coding: no-such-encoding\nx = 1\n", 1, 1),
            (b"#!python\n# coding: no-such-encoding\nx = 1\n", 2, 1),
            (codecs.BOM_UTF8 + b"# coding: latin-1\n", 1, 1),
            (b"# coding: rot13\nx = 1\n", 1, 1),
            (b"# coding: ascii\nx = '\xe9'\n", 2, 6),
        ],
    )
    def test_undecodable(self, data: bytes, row: int, column: int) -> None:
        with pytest.raises(DecodeError, match="decode") as caught:
            decode(data)
        assert (caught.value.row, caught.value.column) == (row, column)

    def test_only_real_line_ends_count(self) -> None:
        assert split_lines("a\fb\x0bc\u2028d\x1ce\nf") == ["a\fb\x0bc\u2028d\x1ce", "f"]

    @settings(deadline=None)
    @given(st.binary())
    def test_any_bytes(self, data: bytes) -> None:
        try:
            text = decode(data)
        except DecodeError as problem:
            assert problem.row >= 1
            assert problem.column >= 1
        else:
            assert "\r" not in text

    @settings(deadline=None)
    @given(st.text())
    def test_normalizing_twice_changes_nothing_but_marks(self, text: str) -> None:
        once = normalize(text)
        assert "\r" not in once
        assert split_lines(once) == split_lines(text.removeprefix("\ufeff"))


class TestPrefilter:
    @pytest.mark.parametrize(
        "text",
        [
            "import tensorflow as tf\nwith tf.GradientTape() as tape: pass\n",
            "from tensorflow import *\nwith GradientTape() as t: pass\n",
            "from tensorflow import GradientTape as GT\n",
            "import tensorflow.compat.v2 as tf\nwith tf.GradientTape() as tape: pass\n",
            "import tensorflow.compat.v1 as tf\ntf.gradients(y, x)\n",
            "import tensorflow as tf\ng = getattr(tape, name)\n",
            "import tensorflow as tf\nopt.minimize(loss, [w])\n",
            "import tensorflow as tf\n@tf.custom_gradient\ndef f(x): ...\n",
            "import keras\nclass A(keras.Layer):\n    def call(self, x): ...\n",
            "import tf_keras as k\nclass A(k.layers.Dense):\n    def  call (self, x): ...\n",
            "from tensorflow.keras.layers import *\nclass A(Layer):\n    call = f\n",
            "from tensorflow.keras.losses import *\nclass A(Loss):\n    def call(s, a, b): ...\n",
            "import tensorflow as tf\nm = tf.keras.Sequential()\nm.compile('adam', loss=f)\n",
        ],
    )
    def test_may_have_finding(self, text: str) -> None:
        assert may_have_finding(text.encode())

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "import numpy as np\n",
            "import torch\nloss.backward()\ngradient = 1\n",
            "import tensorflow as tf\nprint(tf.reduce_sum(x))\n",
            "import tensorflow as tf\ndef f(tape, y, x): return tape.gradient(y, x)\n",
            "import tensorflow as tf\nm = tf.keras.Sequential()\nm.add_loss(f)\n",
            "import keras\nclass M(keras.Model):\n    def train_step(self, data): ...\n",
            "import keras\nhistory = load(callbacks=[])\n",
        ],
    )
    def test_cannot_matter(self, text: str) -> None:
        assert not may_have_finding(text.encode())

    @settings(deadline=None)
    @given(st.binary(), st.binary())
    def test_more_text_never_matters_less(self, before: bytes, after: bytes) -> None:
        core = b"\nimport tensorflow\nGradientTape\n"
        assert may_have_finding(before + core + after)
