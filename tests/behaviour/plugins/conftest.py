"""A plugin that is installed, and a program with a finding of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.plugins import STOP, Installation


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    made = Installation(tmp_path)
    made.write("stop.py", STOP)
    return made
