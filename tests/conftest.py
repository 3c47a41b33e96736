"""Shared by all tests: one TensorFlow judge and one server for the whole session."""

from __future__ import annotations

import getpass
import os
import tempfile
from collections.abc import Iterator

import pytest

from tests.support.judge import Judge, Memory
from tests.support.verifier import Verifier
from tflintgrad.verify.verdict_cache import VerdictCache


def pytest_configure(config: pytest.Config) -> None:
    # A test is about what tflintgrad does, not about what it did before.
    os.environ["TFLINTGRAD_NO_CACHE"] = "1"
    # The key of tests is not the user's.
    os.environ["XDG_CACHE_HOME"] = os.path.join(
        tempfile.gettempdir(), f"tflintgrad-tests-{getpass.getuser()}"
    )
    config.addinivalue_line(
        "markers", "tensorflow: runs programs on TensorFlow (deselect with -m 'not tensorflow')"
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # `-m` replaces the default `not full`; so that `-m "not slow"` does not run the longest tests,
    # they are slow, too.
    for item in items:
        if any(item.get_closest_marker(name) is not None for name in ("full", "tensorflow")):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def judge(request: pytest.FixtureRequest) -> Iterator[Judge]:
    """Yield a judge that stores outcomes in pytest's cache; `--cache-clear` deletes them."""
    cache = request.config.cache
    with Judge(memory=Memory(cache.mkdir("judge")) if cache is not None else None) as running:
        yield running


@pytest.fixture(scope="session")
def verifier(request: pytest.FixtureRequest) -> Iterator[Verifier]:
    """Yield a verifier that stores verdicts in pytest's cache."""
    cache = request.config.cache
    verifying = Verifier(VerdictCache(cache.mkdir("verify")) if cache is not None else None)
    yield verifying
    verifying.close()
