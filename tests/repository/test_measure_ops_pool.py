"""The measuring processes of tools/measure_ops leave nothing behind; no TensorFlow needed."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

pool = pytest.importorskip("tools.measure_ops.pool")
if not hasattr(os, "fork"):
    pytest.skip("measuring forks", allow_module_level=True)


@pytest.fixture
def locations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The current directory and the one for temporary files, both empty."""
    here, temporary = tmp_path / "here", tmp_path / "temporary"
    here.mkdir()
    temporary.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    return here, temporary


def litter(careful: bool = False) -> dict[str, Any]:
    """Writes into the current directory, as tf.io.write_file does, and forgets a temporary file."""
    Path("12").write_text("12")
    handle, forgotten = tempfile.mkstemp()
    os.close(handle)
    return {"folder": os.getcwd(), "forgotten": forgotten}


def die(careful: bool = False) -> dict[str, Any]:
    litter()
    os.abort()


def hang(careful: bool = False) -> dict[str, Any]:
    litter()
    time.sleep(60)
    return {}


def test_children_work_in_directories_of_their_own(locations: tuple[Path, Path]) -> None:
    here, temporary = locations
    records = pool.run([("a", litter), ("b", litter)], jobs=2, seconds=20, show=False)
    folders = {Path(record["folder"]) for record in records.values()}
    assert len(folders) == 2
    assert all(folder.parent == temporary.resolve() for folder in folders)
    assert all(Path(r["forgotten"]).parent.name == Path(r["folder"]).name for r in records.values())
    assert Path.cwd() == here.resolve()
    assert not any(here.iterdir())
    assert not any(temporary.iterdir())


def test_children_that_die_or_hang_leave_nothing(locations: tuple[Path, Path]) -> None:
    records = pool.run([("die", die), ("hang", hang)], jobs=2, seconds=1, show=False)
    assert records["die"]["unclassified"] == "the process died (SIGABRT)"
    assert records["hang"]["unclassified"] == "no answer within 1 s"
    assert not any(entry for place in locations for entry in place.iterdir())


def test_an_interrupted_run_leaves_nothing(locations: tuple[Path, Path]) -> None:
    def interrupt(name: str, record: dict[str, Any]) -> None:
        raise KeyboardInterrupt

    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        pool.run([("a", litter), ("b", hang)], 2, 30, interrupt, show=False)
    assert time.monotonic() - started < 20
    assert not any(entry for place in locations for entry in place.iterdir())
