"""The fork server of `tflintgrad verify`: requests that it refuses, reports that it accepts."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import types
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.support.sandboxed_child import needs_sandbox
from tests.support.small_programs import CLEAN, NUMPY_ESCAPE
from tflintgrad.frontends.cli.entry import run
from tflintgrad.verify import sandbox
from tflintgrad.verify.protocol import (
    AppliedGradients,
    Gradient,
    ObservedException,
    ObservedQuery,
    ObservedSource,
    Report,
    Request,
    UserLine,
)
from tflintgrad.verify.worker.child import sign, signed_payload
from tflintgrad.verify.worker.fork_server import ForkServer, describe_exit
from tflintgrad.verify.worker.report_validation import InvalidReport, read_report

HONEST = Report(
    queries=[
        ObservedQuery(
            "gradient",
            [UserLine("a.py", 3)],
            1,
            sources=[ObservedSource(name="x", dtype="float32", shape=[2])],
            gradients=[Gradient("numbers", values=[1.0, float("nan")], along={"1": 2.0})],
            raised=ObservedException(["RuntimeError"], "one\n\ttwo", []),
        )
    ],
    applications=[AppliedGradients([], [[0, 0], None], 1, [5], ["w"], [[1.0], []])],
    files={"/home/\udcff/a.py": "digest"},
    detached=["AAAA"],
)


class TestGuard:
    def test_no_fork_after_an_op(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        reading, writing = os.pipe()
        server = ForkServer(0, writing)
        initialized = types.SimpleNamespace(_initialized=True)
        server._context = types.SimpleNamespace(
            context_safe=lambda: initialized, context=lambda: initialized
        )
        monkeypatch.setattr(os, "fork", lambda: pytest.fail("it forked"))
        server._fork(7, Request("a.py", run_folder=str(tmp_path / "run-7")))
        answer = json.loads(os.read(reading, 1 << 16))
        assert answer["number"] == 7
        assert "the server has executed a TensorFlow op" in answer["report"]["failure"]
        os.close(reading)
        os.close(writing)

    def test_a_fork_that_fails_costs_one_run(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fork() -> int:
            raise BlockingIOError(11, "Resource temporarily unavailable")

        reading, writing = os.pipe()
        server = ForkServer(0, writing)
        server._context = types.SimpleNamespace(context_safe=lambda: None)
        monkeypatch.setattr(os, "fork", fork)
        before = len(os.listdir("/proc/self/fd"))
        server._fork(8, Request("a.py", run_folder=str(tmp_path / "run-8")))
        assert len(os.listdir("/proc/self/fd")) == before
        answer = json.loads(os.read(reading, 1 << 16))
        assert answer["report"]["failure"] == "it was not run: Resource temporarily unavailable"
        os.close(reading)
        os.close(writing)

    @pytest.mark.tensorflow
    def test_tensorflow_tells_of_ops(self) -> None:
        """The guard relies on a private interface of TensorFlow."""
        program = (
            "import os; from tflintgrad.verify.worker.fork_server import ForkServer\n"
            "server = ForkServer(0, os.open(os.devnull, os.O_WRONLY)); server.start()\n"
            "import tensorflow as tf\n"
            "before = server._is_clean(); tf.constant(1.0) + 1.0\n"
            "print(before, server._is_clean())"
        )
        command = [sys.executable, "-c", program]
        finished = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
        assert finished.stdout == "True False\n"


@pytest.mark.skipif(find_spec("tensorflow") is None, reason="needs TensorFlow to be installed")
class TestRefusal:
    @pytest.fixture
    def unprotected(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sandbox, "probe", sandbox.Protection)

    @pytest.mark.usefixtures("unprotected")
    def test_without_a_sandbox(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "flagged.py").write_text(NUMPY_ESCAPE)
        assert run(["verify", "--no-cache", "flagged.py"]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        (line,) = printed.err.splitlines()
        assert "this system has no working sandbox" in line
        assert "--unsafe-no-sandbox" in line

    @pytest.mark.tensorflow
    @pytest.mark.usefixtures("unprotected")
    def test_unless_told_to(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "flagged.py").write_text(NUMPY_ESCAPE)
        arguments = ["--unsafe-no-sandbox", "--no-cache", "--output-format", "json", "flagged.py"]
        assert run(["verify", *arguments]) == 1
        printed = capsys.readouterr()
        assert json.loads(printed.out)[0]["verification"]["verdict"] == "confirmed"
        assert "no sandbox confines the program" in printed.err

    @pytest.mark.usefixtures("unprotected")
    def test_with_nothing_to_run(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "clean.py").write_text(CLEAN)
        assert run(["verify", "--no-cache", "clean.py"]) == 0


class TestReports:
    def test_honest(self) -> None:
        read = read_report(json.dumps(HONEST.to_json()).encode())
        assert repr(read) == repr(HONEST)  # equal numbers: one is none

    @pytest.mark.parametrize(
        "payload",
        [b"", b"{}", b"[]", b"null", b"\xff\xfe", b"[" * 200_000, b"1" * 5000, b'{"queries": []}'],
    )
    def test_not_a_report(self, payload: bytes) -> None:
        with pytest.raises(InvalidReport, match="cannot be read"):
            read_report(payload)

    @pytest.mark.parametrize(
        ("path", "value"),
        [
            ("queries", {}),
            ("queries.0", None),
            ("queries.0.method", 5),
            ("queries.0.occurrence", True),
            ("queries.0.occurrence", 10**30),
            ("queries.0.occurrence", 1.5),
            ("queries.0.lines.0.row", "3"),
            ("queries.0.lines.0", ["a.py", 3]),
            ("queries.0.sources.0.shape", [None]),
            ("queries.0.sources.0.unheard", 1),
            ("queries.0.gradients.0.kind", "unheard"),
            ("queries.0.gradients.0.kind", []),
            ("queries.0.gradients.0.along", {"1": "2"}),
            ("queries.0.raised.bases", "RuntimeError"),
            ("applications.0.gradients", [["a"]]),
            ("files", {"a.py": 1}),
            ("failure", None),
        ],
    )
    def test_of_wrong_types(self, path: str, value: Any) -> None:
        data: Any = HONEST.to_json()
        *way, last = path.split(".")
        here = data
        for step in way:
            here = here[int(step) if step.isdigit() else step]
        here[int(last) if last.isdigit() else last] = value
        with pytest.raises(InvalidReport):
            read_report(json.dumps(data).encode())

    def test_text_is_made_fit_to_be_shown(self) -> None:
        report = replace(HONEST, raised=ObservedException(["E"], "a\x1b[2J\x00\u202e\ud800\nb", []))
        read = read_report(json.dumps(report.to_json()).encode())
        assert read.raised is not None
        assert read.raised.message == "a\ufffd[2J\ufffd\ufffd\ufffd\nb"
        assert read.files == HONEST.files

    def test_any_bytes(self) -> None:
        chance = random.Random(0)
        key = bytes(32)
        frame = sign(key, b"payload")
        assert signed_payload(key, frame) == b"payload"
        assert signed_payload(bytes(31) + b"1", frame) is None
        for cut in range(len(frame)):
            assert signed_payload(key, frame[:cut]) is None
        assert signed_payload(key, frame + b"!") is None
        for _ in range(200):
            assert signed_payload(key, chance.randbytes(chance.randrange(200))) is None

    @pytest.mark.parametrize("status", [*range(65), 0x8B, 0x86, 7 << 8])
    def test_any_end(self, status: int) -> None:
        assert describe_exit(status).startswith("it ")


@needs_sandbox
def test_probe_holds_here() -> None:
    assert sandbox.probe().complete
