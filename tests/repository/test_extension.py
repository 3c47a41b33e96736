"""The extension for VS Code: its manifest; `make extension` runs its own tests under Node."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import Any

import pytest

from tests.support.paths import ROOT
from tflintgrad._version import __version__
from tflintgrad.frontends.server.pictures import GRAPH
from tflintgrad.frontends.server.settings import KEYS
from tflintgrad.knowledge.rules import SITE

FOLDER = ROOT / "editors" / "vscode"
MANIFEST: dict[str, Any] = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
SOURCES = {path.stem: path.read_text(encoding="utf-8") for path in (FOLDER / "src").glob("*.ts")}
CONTRIBUTED = MANIFEST["contributes"]


def test_has_the_version_of_the_package() -> None:
    assert MANIFEST["version"] == __version__
    assert MANIFEST["homepage"] == SITE


def test_settings_are_those_of_the_server() -> None:
    """What the extension declares, the server understands, and the other way round."""
    declared = {
        name.removeprefix("tflintgrad.") for name in CONTRIBUTED["configuration"]["properties"]
    }
    assert declared - set(KEYS) == {"command", "verifyArguments", "trace.server"}
    assert set(KEYS) <= declared
    for own in ("command", "verifyArguments"):
        assert any(f'"{own}"' in text for text in SOURCES.values()), own


def test_commands_are_implemented() -> None:
    declared = {item["command"] for item in CONTRIBUTED["commands"]}
    assert declared == set(re.findall(r'registerCommand\(\s*"([\w.]+)"', SOURCES["extension"]))
    in_menus = {item["command"] for menu in CONTRIBUTED["menus"].values() for item in menu}
    assert in_menus <= declared
    assert f'"{GRAPH}"' in SOURCES["session"]
    assert GRAPH not in declared  # the client registers the commands of the server


def test_workspaces_that_are_not_trusted_name_no_program() -> None:
    limits = MANIFEST["capabilities"]["untrustedWorkspaces"]
    assert limits["supported"] == "limited"
    assert "tflintgrad.command" in limits["restrictedConfigurations"]


def test_everything_packaged_is_there() -> None:
    assert (FOLDER / MANIFEST["icon"]).read_bytes().startswith(b"\x89PNG")
    assert not (FOLDER / "package-lock.json").exists()  # it would record addresses
    assert "package-lock=false" in (FOLDER / ".npmrc").read_text(encoding="utf-8")


@pytest.mark.full
@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_its_own_tests() -> None:
    """Installs the tools from the npm registry."""
    finished = subprocess.run(
        ["make", "extension"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "# fail 0" in finished.stdout
    assert (FOLDER / "build" / "tflintgrad.vsix").is_file()
