"""The folders that tests read."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
ROOT = TESTS.parent
RULES = ROOT / "rules"

PROGRAMS = TESTS / "programs"
KERAS = TESTS / "keras"
PROJECTS = TESTS / "projects"
NOTEBOOKS = TESTS / "notebooks"

#: Wrong programs that the linter does not find, or leaves alone on purpose.
MISSED = PROGRAMS / "missed"

DATA = TESTS / "data"
#: Expected reports and diagrams; UPDATE_GOLDEN=1 rewrites them.
GOLDEN = DATA / "golden"
SCHEMAS = DATA / "schemas"
