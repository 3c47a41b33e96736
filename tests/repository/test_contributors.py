"""The files that contributors and their tools read: valid, and true about this repository."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.ci_environment import validate
from tests.support.paths import ROOT
from tflintgrad._version import __version__

FORMS = ("false-alarm", "missed-gradient", "crash")
TEMPLATES = ROOT / ".github" / "ISSUE_TEMPLATE"
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def read(path: Path) -> dict[str, Any]:
    parsed: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return parsed


class TestIssueForms:
    def test_are_valid(self) -> None:
        files = [TEMPLATES / f"{name}.yml" for name in FORMS]
        validate("vendor.github-issue-forms", *files)
        validate("vendor.github-issue-config", TEMPLATES / "config.yml")
        assert {path.stem for path in TEMPLATES.iterdir()} == {*FORMS, "config"}

    @pytest.mark.parametrize("name", FORMS)
    def test_ask_for_the_program_and_the_version(self, name: str) -> None:
        fields = {
            item["id"]: item for item in read(TEMPLATES / f"{name}.yml")["body"] if "id" in item
        }
        assert fields["program"]["validations"]["required"]
        assert fields["version"]["validations"]["required"]
        assert "`tflintgrad --version`" in fields["version"]["attributes"]["label"]
        # GitHub keeps this word for a field that is left empty.
        options = [o for item in fields.values() for o in item["attributes"].get("options", ())]
        assert "none" not in [option.lower() for option in options]

    def test_contributing_names_them(self) -> None:
        for name in FORMS:
            assert f'"{read(TEMPLATES / f"{name}.yml")["name"]}"' in CONTRIBUTING


class TestCitation:
    def test_is_valid(self) -> None:
        validate("vendor.citation-file-format", ROOT / "CITATION.cff")

    def test_is_about_this_version(self) -> None:
        citation = read(ROOT / "CITATION.cff")
        assert citation["version"] == __version__
        assert citation["license"] == "Apache-2.0"


class TestPreCommit:
    CONFIG = ROOT / ".pre-commit-config.yaml"

    def test_is_valid(self) -> None:
        command = [sys.executable, "-m", "pre_commit", "validate-config", str(self.CONFIG)]
        subprocess.run(command, check=True)

    @pytest.mark.parametrize(
        ("message", "accepted"),
        [
            ("flow: model functional models in a loop\n\nThe loop builds them.\n", True),
            ("engine, checks: name the signing key\n", True),
            ("Merge branch 'main'\n", True),
            ("fixup! flow: model functional models\n", True),
            ("Model functional models in a loop\n", False),
            (f"flow: {'x' * 70}\n", False),
            ("flow:\n", False),
        ],
    )
    def test_commit_subjects(self, message: str, accepted: bool, tmp_path: Path) -> None:
        hooks = {hook["id"]: hook for hook in read(self.CONFIG)["repos"][0]["hooks"]}
        hook = hooks["commit-subject"]
        written = tmp_path / "message"
        written.write_text(message, encoding="utf-8")
        command = ["pre_commit.languages.pygrep", *hook["args"], hook["entry"], str(written)]
        finished = subprocess.run([sys.executable, "-m", *command], check=False)
        assert (finished.returncode == 0) is accepted

    @pytest.mark.full
    def test_hooks_pass_here(self, tmp_path: Path) -> None:
        """Installs ruff from the package index, as a contributor's first commit does."""
        command = [sys.executable, "-m", "pre_commit", "run", "--all-files", "--color=never"]
        finished = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, "PRE_COMMIT_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert finished.returncode == 0, finished.stdout + finished.stderr


def test_dependabot() -> None:
    validate("vendor.dependabot", ROOT / ".github" / "dependabot.yml")


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"`?make ([a-z][\w.-]*)", CONTRIBUTING))
    assert named >= {"test", "test-fast", "lint", "docs"}
    for target in named:
        assert re.search(rf"^{re.escape(target)}:", makefile, re.MULTILINE), target


def test_editors_keep_the_style_of_ruff() -> None:
    lines = (ROOT / ".editorconfig").read_text(encoding="utf-8")
    styles = ConfigParser()
    styles.read_string("[DEFAULT]\n" + lines)
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f"line-length = {styles['*.py']['max_line_length']}\n" in project
    assert styles["Makefile"]["indent_style"] == "tab"
