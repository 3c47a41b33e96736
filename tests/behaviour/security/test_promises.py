"""SECURITY.md and docs/security.md state promises, and name where their tests are."""

from __future__ import annotations

import re

from tests.support.paths import ROOT
from tflintgrad import limits

_NUMBERS = {5: "five", 10: "ten"}


def test_the_limits_are_those_in_the_documentation() -> None:
    text = (ROOT / "docs" / "security.md").read_text()
    for stated in (
        f"({limits.TIME_LIMIT_SECONDS:.0f} by default,",
        f"more than {limits.MAX_PROGRAM_BYTES >> 20} MiB",
        f"A program may have {limits.MAX_CODE_BYTES // 1_000_000} MB",
        f"a notebook {limits.MAX_FILE_BYTES >> 20} MiB",
        f"a configuration file {limits.MAX_CONFIGURATION_BYTES >> 10} KiB",
        f"a `.gitignore` {limits.MAX_IGNORE_BYTES >> 10} KiB and {limits.MAX_IGNORE_PATTERNS:,}",
        f"a baseline {limits.MAX_BASELINE_BYTES >> 20} MiB",
        f"A message of more than {limits.MAX_MESSAGE_BYTES >> 20} MiB",
        f"CPython's reads {limits.MAX_PIECE_TOKENS:,} words, signs and rows",
        f"with {_NUMBERS[limits.MAX_PARSER_SECONDS]} seconds of CPU time",
        f"over its time limit by {_NUMBERS[int(limits.GRACE_SECONDS)]} seconds",
        f"a file of the cache {limits.MAX_CACHE_FILE_BYTES >> 20} MiB",
    ):
        assert stated in re.sub(r"\s+", " ", text)


def test_the_folders_of_tests_exist() -> None:
    text = (ROOT / "docs" / "security.md").read_text()
    named = set(re.findall(r"`(tests/[\w/]+/)`", text))
    assert len(named) == 3
    assert all(any((ROOT / folder).glob("test_*.py")) for folder in named)
