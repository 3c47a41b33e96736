"""The project whose cache is tested."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.cached_projects import written


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory: two programs, one of which uses losses.py, and an irrelevant file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TFLINTGRAD_NO_CACHE")
    written(tmp_path, train="asks losses", losses="lost", alone="asks itself", other="irrelevant")
    return tmp_path
