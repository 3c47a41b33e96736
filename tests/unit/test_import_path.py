"""`import_path`: the search path without the checked project."""

from __future__ import annotations

import os
import site
import sys
from pathlib import Path

import pytest

from tflintgrad.import_path import trusted_entries


def test_entries_of_the_project_go(tmp_path: Path) -> None:
    elsewhere = str(tmp_path / "elsewhere")
    project = tmp_path / "project"
    entries = ["", ".", "lib", str(project), str(project / "src"), elsewhere]
    assert trusted_entries(entries, str(project)) == [elsewhere]


def test_a_folder_of_a_similar_name_stays(tmp_path: Path) -> None:
    assert trusted_entries([str(tmp_path / "ab")], str(tmp_path / "a")) == [str(tmp_path / "ab")]


def test_links_into_the_project_go(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "project")
    assert trusted_entries([str(tmp_path / "link")], str(tmp_path / "project")) == []


def test_installed_packages_stay_in_a_home_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`pip install --user` puts packages below the home folder, where people work, too."""
    packages = str(tmp_path / ".local" / "lib" / "site-packages")
    environment = str(tmp_path / ".venv")
    monkeypatch.setattr(site, "USER_SITE", packages)
    monkeypatch.setattr(sys, "prefix", environment)
    inside = os.path.join(environment, "lib")
    entries = [str(tmp_path), packages, inside]
    assert trusted_entries(entries, str(tmp_path)) == [packages, inside]
