"""A release: what is built, and that version, tag, changelog and documentation agree."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.repository.test_quality import PROJECT
from tests.support.paths import ROOT
from tflintgrad._version import __version__
from tools import release_check

CIBUILDWHEEL: dict[str, Any] = PROJECT["tool"]["cibuildwheel"]


class TestReleaseCheck:
    def test_this_repository(self) -> None:
        tags = set(release_check.git_tags())
        assert list(release_check.problems(ROOT, __version__, tags, None)) == []

    @pytest.fixture
    def ready(self, tmp_path: Path) -> Path:
        """A repository that is ready for version 1.2.0."""
        (tmp_path / "docs").mkdir()
        (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.0\n\nNew.\n")
        (tmp_path / "CITATION.cff").write_text("title: x\nversion: 1.2.0\n")
        extension = tmp_path / release_check.EXTENSION
        extension.parent.mkdir(parents=True)
        extension.write_text('{\n  "version": "1.2.0",\n}\n')
        (tmp_path / "README.md").write_text("uses: tflintgrad/tflintgrad@v1.2.0\n")
        (tmp_path / "docs" / "ci.md").write_text(
            "  - repo: https://github.com/tflintgrad/tflintgrad\n    rev: v1.2.0\n"
            "pip install tflintgrad==1.2.0\n"
        )
        return tmp_path

    def found(self, folder: Path, version: str = "1.2.0", tag: str | None = "v1.2.0") -> list[str]:
        tags = {tag} if tag else {"v1.1.0"}
        return list(release_check.problems(folder, version, tags, tag))

    def test_ready(self, ready: Path) -> None:
        assert self.found(ready) == []

    def test_another_tag(self, ready: Path) -> None:
        assert self.found(ready, tag="v1.3.0")[0].startswith("the tag is v1.3.0, but ")

    @pytest.mark.parametrize(
        ("name", "old", "new", "complaint"),
        [
            ("CHANGELOG.md", "## 1.2.0", "## 1.2.0 (not released yet)", "CHANGELOG.md says"),
            ("CHANGELOG.md", "## 1.2.0", "## Unreleased\n\n## 1.2.0", "section Unreleased"),
            ("CHANGELOG.md", "1.2.0", "1.1.0", "CHANGELOG.md has no section 1.2.0"),
            ("CITATION.cff", "1.2.0", "1.1.0", "CITATION.cff is not about"),
            (release_check.EXTENSION, "1.2.0", "1.1.0", "editors/vscode/package.json is not about"),
            ("README.md", "v1.2.0", "v1.1.0", "README.md:1: v1.1.0 does not exist"),
            ("README.md", "v1.2.0", "main", "README.md:1: pins main; run"),
            ("README.md", "v1.2.0", "v1.2.0 # 1.2.0 is not released yet", "README.md says"),
            ("docs/ci.md", "rev: v1.2.0", "rev: v9", "docs/ci.md:2: v9 does not exist"),
            ("docs/ci.md", "==1.2.0", "==9", "docs/ci.md:3: 9 does not exist"),
        ],
    )
    def test_problems(self, name: str, old: str, new: str, complaint: str, ready: Path) -> None:
        page = ready / name
        page.write_text(page.read_text().replace(old, new))
        assert any(complaint in line for line in self.found(ready))

    def test_between_releases(self, ready: Path) -> None:
        """Version 1.2.0 is being made; the documentation pins 1.1.0."""
        release_check.pin(ready, "v1.1.0")
        changes = ready / "CHANGELOG.md"
        changes.write_text("## 1.2.0 (not released yet)\n\n## 1.1.0\n")
        assert self.found(ready, tag=None) == []
        release_check.pin(ready, "v1.2.0")
        assert len(self.found(ready, tag=None)) == 3

    def test_pin(self, ready: Path) -> None:
        release_check.pin(ready, "v1.3.0")
        texts = [page.read_text() for page in release_check.pages(ready)]
        revisions = [revision for text in texts for _, revision in release_check.pins(text)]
        assert revisions == ["v1.3.0", "v1.3.0", "1.3.0"]


class TestWheels:
    def test_every_python(self) -> None:
        oldest = re.search(r"3\.(\d+)", PROJECT["project"]["requires-python"])
        assert oldest
        wanted = [f"cp3{minor}-*" for minor in range(int(oldest[1]), 15)]
        assert CIBUILDWHEEL["build"] == wanted
        assert CIBUILDWHEEL["environment"] == {"TFLINTGRAD_COMPILE": "1"}

    @pytest.mark.full
    def test_cibuildwheel_reads_its_configuration(self, tmp_path: Path) -> None:
        """Installs cibuildwheel from the package index."""
        subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
        python = tmp_path / "venv" / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", "cibuildwheel"], check=True)
        listed = {}
        for platform, archs in {"linux": "x86_64,aarch64", "macos": "x86_64,arm64"}.items():
            options = ("--platform", platform, "--archs", archs, "--print-build-identifiers")
            command = [str(python), "-m", "cibuildwheel", *options, str(ROOT)]
            finished = subprocess.run(command, capture_output=True, text=True, check=True)
            listed[platform] = finished.stdout.split()
        assert len(listed["linux"]) == 5 * 2 * 2  # with glibc and with musl
        assert {name.rpartition("_")[2] for name in listed["macos"]} == {"64", "arm64"}


@pytest.mark.full
def test_sdist_builds_a_wheel(tmp_path: Path) -> None:
    """`make wheel` builds what a release has, from a fresh copy; twine accepts it."""
    source = tmp_path / "source"
    names = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\n")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    subprocess.run(
        ["make", "wheel", "WHEEL_COMPILE=0", f"PYTHON={sys.executable}"], cwd=source, check=True
    )
    built = sorted(path.suffix for path in (source / "dist").iterdir())
    assert built == [".gz", ".whl"]
