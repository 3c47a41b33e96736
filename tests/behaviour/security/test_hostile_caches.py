"""A cache folder that a repository brings along hides nothing, and writes nowhere else."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest

from tests.support.command_line import tflintgrad
from tests.support.small_programs import NUMPY_ESCAPE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need privileges there")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """The environment of a user who uses the cache, with a home of their own."""
    kept = {name: value for name, value in os.environ.items() if name != "TFLINTGRAD_NO_CACHE"}
    return {**kept, "XDG_CACHE_HOME": str(tmp_path / "home")}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "pyproject.toml").write_text("")
    (folder / "train.py").write_text(NUMPY_ESCAPE)
    os.utime(folder / "train.py", (1_700_000_000, 1_700_000_000))
    return folder


def check(project: Path, environment: dict[str, str], *options: str) -> str:
    finished = tflintgrad("check", "--statistics", *options, cwd=project, environment=environment)
    assert "TFG201" in finished.stdout, finished.stderr
    return finished.stderr


def test_results_are_cached(project: Path, environment: dict[str, str]) -> None:
    """Otherwise the tests below show nothing."""
    assert "from the cache" not in check(project, environment)
    assert "from the cache" in check(project, environment)
    (key,) = Path(environment["XDG_CACHE_HOME"], "tflintgrad").iterdir()
    assert key.stat().st_mode & 0o077 == 0


def entries(project: Path) -> list[Path]:
    return [path for path in (project / ".tflintgrad_cache").glob("*/*") if path.is_file()]


def test_links_instead_of_files(project: Path, environment: dict[str, str]) -> None:
    check(project, environment)
    victim = project.parent / "victim"
    victim.write_text("precious")
    for path in entries(project):
        path.unlink()
        path.symlink_to(victim)
        for pid in range(os.getpid(), os.getpid() + 500):
            Path(f"{path}.{pid}.tmp").symlink_to(victim)
    (project / "train.py").write_text(NUMPY_ESCAPE + "\n")
    check(project, environment)
    assert victim.read_text() == "precious"


@pytest.mark.parametrize("part", ["", "check", "runs"])
def test_links_instead_of_folders(part: str, project: Path, environment: dict[str, str]) -> None:
    elsewhere = project.parent / "elsewhere"
    elsewhere.mkdir()
    cache = project / ".tflintgrad_cache"
    if part:
        check(project, environment)
        for path in (cache / part).iterdir():
            path.unlink()
        (cache / part).rmdir()
        (project / "train.py").write_text(NUMPY_ESCAPE + "\n")
    (cache / part if part else cache).symlink_to(elsewhere)
    printed = check(project, environment)
    assert ("not used as a cache: it is a link" in printed) == (not part)
    assert list(elsewhere.iterdir()) == []


def test_forged_entries(project: Path, environment: dict[str, str]) -> None:
    """Every entry says that nothing was found, with a checksum of the forger's own making."""
    from tflintgrad.source.file_stamp import keyed_digest

    check(project, environment)
    for path in entries(project):
        _, _, body = path.read_text().partition("\n")
        body = re.sub(r'"TFG\d+"', '"TFG999"', body)
        digest = keyed_digest(b"k" * 32, f"{path.parent.name}/{path.name}\n{body}".encode())
        path.write_text(f"{digest.hexdigest()}\n{body}")
    assert "from the cache" not in check(project, environment)


def test_cache_of_another_user(project: Path, environment: dict[str, str]) -> None:
    check(project, environment)
    other = {**environment, "XDG_CACHE_HOME": str(project.parent / "other")}
    said = check(project, other)
    assert "from the cache" not in said
    assert said.count("not used: entries were changed, or made with the key of another user") == 1
    assert "another user" not in check(project, other)


def test_key_that_the_project_brings(project: Path, environment: dict[str, str]) -> None:
    """A home inside the checkout, as some containers have it, is not the user's."""
    inside = {**environment, "XDG_CACHE_HOME": str(project / "home")}
    check(project, inside)
    assert "from the cache" not in check(project, inside)
    assert not (project / "home").exists()


def test_an_entry_in_the_place_of_another(project: Path, environment: dict[str, str]) -> None:
    check(project, environment)
    (run,) = (project / ".tflintgrad_cache" / "runs").iterdir()
    content = run.read_bytes()
    for path in entries(project):
        path.write_bytes(content if path != run else b"")
    assert "from the cache" not in check(project, environment)


def test_a_huge_file(project: Path, environment: dict[str, str]) -> None:
    check(project, environment)
    for path in entries(project):
        with path.open("r+b") as file:
            file.truncate(3 << 30)
    check(project, environment)


def test_fixes_are_not_taken_from_a_cache(project: Path, environment: dict[str, str]) -> None:
    (project / "train.py").write_text("x = 1  # noqa: TFG201\n" + NUMPY_ESCAPE)
    check(project, environment)
    before = {path: path.stat().st_mtime_ns for path in entries(project)}
    tflintgrad("check", "--fix", cwd=project, environment=environment)
    assert "noqa" not in (project / "train.py").read_text()
    assert {path: path.stat().st_mtime_ns for path in entries(project)} == before


@pytest.mark.parametrize("key", ["cache-dir", "baseline"])
@pytest.mark.parametrize("place", ["../elsewhere", "{outside}", "~/elsewhere", "linked/elsewhere"])
def test_configured_paths(key: str, place: str, project: Path) -> None:
    """A repository does not choose where tflintgrad writes."""
    (project / "linked").symlink_to(project.parent)
    path = place.format(outside=project.parent / "elsewhere")
    (project / "pyproject.toml").write_text(f'[tool.tflintgrad]\n{key} = "{path}"\n')
    finished = tflintgrad("check", cwd=project)
    assert finished.returncode == 2
    assert f"{key} leads out of the project" in finished.stderr
    assert not (project.parent / "elsewhere").exists()


class TestOtherWrites:
    """A link of the project is no way out of it."""

    @pytest.fixture
    def victim(self, project: Path) -> Path:
        outside = project.parent / "victim.py"
        outside.write_text("x = 1  # noqa: TFG201\n" + NUMPY_ESCAPE)
        return outside

    @pytest.mark.parametrize("option", ["--fix", "--add-noqa"])
    def test_fixes(self, option: str, project: Path, victim: Path) -> None:
        (project / "linked.py").symlink_to(victim)
        before = victim.read_text()
        finished = tflintgrad("check", option, "linked.py", cwd=project)
        assert "is a link that leads out of the project" in finished.stderr
        assert victim.read_text() == before

    @pytest.mark.parametrize("name", ["report.json", "folder/report.json"])
    def test_reports(self, name: str, project: Path, victim: Path) -> None:
        if "/" in name:
            (project / "folder").symlink_to(victim.parent)
        else:
            (project / name).symlink_to(victim)
        before = victim.read_text()
        options = ("--output-format", "json", "--output-file", name)
        finished = tflintgrad("check", *options, "train.py", cwd=project)
        assert finished.returncode == 2
        assert "leads out of the project" in finished.stderr
        assert victim.read_text() == before
        assert not (victim.parent / "report.json").exists()

    def test_baselines(self, project: Path, victim: Path) -> None:
        victim.write_text(json.dumps({}))
        (project / ".tflintgrad-baseline.json").symlink_to(project.parent / "new.json")
        finished = tflintgrad("baseline", "train.py", cwd=project)
        assert "is a link that leads out of the project" in finished.stderr
        assert not (project.parent / "new.json").exists()

    def test_links_inside_the_project(self, project: Path) -> None:
        """They are the project's own, and stay links."""
        (project / "reports").mkdir()
        (project / "report.json").symlink_to(project / "reports" / "today.json")
        options = ("--output-format", "json", "--output-file", "report.json")
        assert tflintgrad("check", *options, "train.py", cwd=project).returncode == 1
        assert (project / "report.json").is_symlink()
        assert "TFG201" in (project / "reports" / "today.json").read_text()
